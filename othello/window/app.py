"""The window: events, update, draw, again and again."""

import ctypes
import sys
import time
from typing import TYPE_CHECKING

import pygame

from othello.window import canvas
from othello.window import settings as kept
from othello.window.engine import Engine
from othello.window.launch import Launch, load_rules, make_desk
from othello.window.layout import LANDSCAPE, arrange
from othello.window.painter import Painter, changed
from othello.window.scene import Scene, starting_scene
from othello.window.settings import Settings
from othello.window.themes import THEMES
from othello.window.thinking import RULES, Failure, Message, Ready, Thinker

if TYPE_CHECKING:
    from othello.window.desk import Desk
    from othello.window.insight import Explainer

TITLE = "Othello"
FRAMES_PER_SECOND = 60
IDLE_MILLISECONDS = 50
"""How long an event is waited for while nothing moves."""
SMALLEST = (240, 240)
UNCOVERED = (
    pygame.VIDEOEXPOSE,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWSHOWN,
    pygame.WINDOWRESTORED,
    pygame.WINDOWSIZECHANGED,
)
"""Events after which the screen may have lost the picture."""
BAD_INPUT = 2


class App:
    """The window from its first picture to its end."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        path = launch.settings_path
        self.settings = kept.load(path) if path is not None else Settings()
        if launch.theme is not None:
            self.settings = self.settings.changed(theme=launch.theme)
        self.explainer: Explainer | None = None
        self.thinker = Thinker(load_rules, self._make_engine)
        self.desk: Desk | None = None
        self.failure = ""
        self._painter, self._ticker = Painter(), pygame.time.Clock()
        self._began = time.monotonic()
        self._scene: Scene | None = None
        self._around: object = None
        self._fullscreen = False

    def open(self) -> None:
        """Show the window with the start position, and begin to load the rest."""
        _be_sharp()
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(TITLE)
        self.screen = pygame.display.set_mode(self._size(), pygame.RESIZABLE)
        pygame.key.set_repeat(350, 40)
        self.paint()
        self.thinker.start()

    def _size(self) -> tuple[int, int]:
        """The window's first size: asked for, kept, or fit for the screen."""
        if self._launch.size is not None:
            return self._launch.size
        size = self.settings.width, self.settings.height
        if size == LANDSCAPE and (screens := pygame.display.get_desktop_sizes()):
            share = min(0.8 * screens[0][0] / size[0], 0.8 * screens[0][1] / size[1])
            size = round(size[0] * min(share, 2.5)), round(size[1] * min(share, 2.5))
        return max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])

    def _make_engine(self) -> Engine:
        """The engine, ready to think, and what explains positions; for the thread."""
        from othello.window.insight import Explainer

        engine = self._launch.load()
        for spec in self._launch.named_players():
            engine.check(spec)
        explainer = Explainer()
        explainer.warm_up()
        self.explainer = explainer
        return engine

    def frame(self, wait: bool = True, anew: bool = False) -> bool:
        """Events, update, draw; False once the window is to close.

        With `wait` it lasts as long as a frame should; with `anew` it is painted
        even if nothing has changed.
        """
        for event in self._events() if wait else pygame.event.get():
            if event.type in UNCOVERED:
                self._scene = None  # so that all of it is shown again
            if self.desk is not None:
                from othello.window import controls

                controls.handle(self.desk, self.layout, event)
            elif event.type == pygame.QUIT:
                return False
        if self.desk is not None:
            self.desk.update()
        else:
            for message in self.thinker.messages():
                self._receive(message)
        if self.failure or (self.desk is not None and self.desk.quit):
            self.failure = self.failure or (self.desk.failure if self.desk else "")
            return False
        self._follow()
        self.paint(anew)
        return True

    def tick(self) -> None:
        """Wait until the next frame is due."""
        self._ticker.tick(FRAMES_PER_SECOND)

    def _events(self) -> list[pygame.event.Event]:
        """The events since the last frame; waits for one, not long, where nothing moves."""
        desk = self.desk
        busy = desk is None or desk.animation or self.thinker.busy or desk.session.clocks.on
        if busy:
            self.tick()
            return pygame.event.get()
        first = pygame.event.wait(IDLE_MILLISECONDS)
        return [*([first] if first.type != pygame.NOEVENT else []), *pygame.event.get()]

    def _receive(self, message: Message) -> None:
        """Take what comes before there is a desk: the rules are ready, or cannot be loaded."""
        if isinstance(message, Failure):
            self.failure = message.message
        elif isinstance(message, Ready) and message.part == RULES:
            try:
                self.desk = make_desk(self._launch, self.settings, self.thinker)
            except ValueError as error:
                self.failure = str(error)
        elif self.desk is not None:
            self.desk.receive(message)

    def _follow(self) -> None:
        """Let the window be as the desk has it: its size, its settings."""
        desk = self.desk
        if desk is None:
            return
        self.settings = desk.settings
        if desk.fullscreen != self._fullscreen:
            self._fullscreen = desk.fullscreen
            mode = pygame.FULLSCREEN if desk.fullscreen else pygame.RESIZABLE
            size = (0, 0) if desk.fullscreen else self._size()
            self.screen = pygame.display.set_mode(size, mode)
        if desk.picture is not None:
            path, desk.picture = desk.picture, None
            try:
                pygame.image.save(self.screen, str(path))
                desk.notify(f"Saved as {path}")
            except (pygame.error, OSError) as error:
                desk.notify(f"{path.name}: {error}")

    def scene(self) -> Scene:
        """What is to be seen now."""
        if self.desk is None:
            return starting_scene(time.monotonic() - self._began)
        from othello.window.insight import Explainer
        from othello.window.look import scene_of

        return scene_of(self.desk, self.explainer or Explainer(), self.layout)

    def paint(self, anew: bool = False) -> None:
        """Show the scene, if it is another one than before; with `anew`, paint it in any case.

        Only what has changed is sent to the screen.
        """
        self.screen = pygame.display.get_surface() or self.screen
        self.layout = arrange(*self.screen.get_size(), self.settings.zoom)
        scene = self.scene()
        around = (self.layout, self.settings.theme)
        if scene == self._scene and around == self._around and not anew:
            return
        self._painter.paint(self.screen, self.layout, THEMES[self.settings.theme], scene)
        if self._scene is None or around != self._around:
            pygame.display.flip()
        elif places := changed(self._scene, scene, self.layout):
            pygame.display.update([tuple(place) for place in places])
        self._scene, self._around = scene, around

    def close(self) -> None:
        """End the thread, keep the window's size, close the window."""
        if self.desk is not None:
            width, height = self.screen.get_size()
            if not self._fullscreen and self._launch.size is None:
                self.desk.change(width=width, height=height)
            self.desk.close()
        else:
            self.thinker.close(0.2)
        canvas.forget()
        pygame.quit()

    def run(self) -> int:
        """Show the window until it is closed; return an exit code."""
        self.open()
        try:
            while self.frame():
                pass
        except KeyboardInterrupt:
            pass
        finally:
            self.close()
        return told(self.failure)


def told(failure: str) -> int:
    """The exit code, after saying what failed, if anything did."""
    if not failure:
        return 0
    print(f"python -m othello: {failure}", file=sys.stderr)
    return BAD_INPUT


def _be_sharp() -> None:
    """Ask Windows for the screen's real pixels."""
    if sys.platform == "win32":
        ctypes.windll.user32.SetProcessDPIAware()


def play(launch: Launch) -> int:
    """Open the window; return an exit code when it is closed."""
    try:
        return App(launch).run()
    except pygame.error as error:  # no screen, as a rule
        return told(f"no window: {error}")
