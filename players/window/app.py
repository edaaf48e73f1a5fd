"""The window: its start, its loop of events, update and drawing, and its end."""

import ctypes
import os
import sys
import time
import warnings
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from othello.cli.command import print_error
from players.window.drawing import board, canvas, fonts
from players.window.drawing.board import paint_background
from players.window.drawing.canvas import THEMES, Canvas, Theme
from players.window.drawing.dialogs import paint_dialog, paint_toast
from players.window.drawing.frame import starting_scene
from players.window.drawing.layout import LANDSCAPE, LEAST_BELOW, LESSON_BELOW, Layout, arrange
from players.window.drawing.scene import Scene
from players.window.game.clocks import HUMAN
from players.window.panels.panel import scene_of
from players.window.settings import Launch, Settings, load_settings
from players.window.thinking.engine_thread import EngineThread
from players.window.translation import N_, _, current_language, environment_language

if TYPE_CHECKING:
    from players.window.state import State


@lru_cache(maxsize=1)
def _still(layout: Layout, theme: Theme) -> pygame.Surface:
    """The background, which changes only with layout and theme."""
    surface = pygame.Surface((layout.width, layout.height))
    surface.fill(theme.window)
    paint_background(Canvas(surface, layout, theme))
    return surface


def paint(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """Paint a scene on its background."""
    surface.blit(_still(layout, theme), (0, 0))
    canvas = Canvas(surface, layout, theme)
    for part in scene.parts.values():
        part.paint(canvas, part)
        track = part.track.inset(min(1, part.track.width // 4), canvas.size(4))
        canvas.scroll_bar(track, part.above, part.room, part.below)
    if scene.ring is not None:
        canvas.ring(scene.ring)
    paint_toast(canvas, scene.toast)
    paint_dialog(canvas, scene.dialog)


TITLE = N_("Othello")
FRAMES_PER_SECOND = 60
LOOK_SECONDS = 0.025
"""The time between two polls for events: pygame's own wait polls every millisecond."""
THINKING_SECONDS, CLOCK_SECONDS, IDLE_SECONDS, HIDDEN_SECONDS = 0.05, 0.1, 0.5, 1.0
"""The time between frames without an event: while the engine or the library works, with a clock,
while nothing moves, and while the window is hidden."""
SMALLEST = (240, 240)
UNCOVERED = (
    *(pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN),
    *(pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED),
)
"""Events after which the screen may have lost its content."""
ICON_PIXELS = 128
UNSEEN = ("dummy", "offscreen")
"""SDL's drivers without a screen, its fallback."""
NO_SCREEN = (
    "there is no screen; --screenshot FILE and `python -m tournament` work without one, and with"
    " SDL_VIDEODRIVER=dummy the window runs hidden"
)


def load_rules() -> None:
    """Import and compile the rules; for the engine's thread."""
    from othello.game import Game
    from othello.jit import ignore_overflow
    from othello.openings import opening_name
    from players.window import events  # noqa: F401

    ignore_overflow()
    opening_name(Game())


def make_state(launch: Launch, settings: Settings, engine_thread: EngineThread) -> "State":
    """Make the state with the game of the options; ValueError, in one line, if it has none."""
    from othello.game import Game
    from othello.jit import ignore_overflow
    from players.window import open_games
    from players.window.state import State

    ignore_overflow()
    sides = launch.players(settings)
    state = State(settings, launch.settings_path, engine_thread, sides)
    if launch.position is not None:
        text = launch.position
        moves = set(text.lower()) & set("abcdefgh")
        state.live.start(Game.from_transcript(text) if moves else Game.from_board(text))
    if launch.game is None:
        last = state.files.autosave.latest() if launch.position is None else None
        state.files.offered = last if last is not None and not last.ended else None
    else:
        try:
            open_games.take_up(state, launch.game)
        except OSError as error:
            raise ValueError(f"{launch.game}: {error.strerror or error}") from None
        if launch.sides != (None, None):
            state.live.sides = list(sides)
    return state


class App:
    """The window from its first picture to its end."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        path = launch.settings_path
        settings = load_settings(path) if path is not None else Settings()
        theme = settings.theme if launch.theme is None else launch.theme
        language = settings.language if launch.language is None else launch.language
        self.settings = replace(settings, theme=theme, language=language)
        specs = [spec for spec in launch.players(self.settings) if spec != HUMAN]
        self.engine_thread = EngineThread(load_rules, launch.load, specs)
        self.state: State | None = None
        self.failure = ""
        self._waiting: list[pygame.event.Event] = []
        self._ticker = pygame.time.Clock()
        self._began = time.monotonic()
        self._painted: object = None
        self._spoken: tuple[str, ...] = ()
        self._fullscreen = False
        self._windowed = SMALLEST

    def open(self) -> None:
        """Show the window with the start position, and begin to load the rest.

        pygame.error, in one line, without a screen.
        """
        if sys.platform == "win32":
            ctypes.windll.user32.SetProcessDPIAware()  # so that Windows does not scale the window
        pygame.display.init()
        if pygame.display.get_driver() in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
            raise pygame.error(NO_SCREEN)
        pygame.font.init()
        fonts.show_language(self.settings.language or environment_language())
        if pygame.display.get_driver() == "x11":  # the libraries of a graphics card take 100 MB
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.display.set_icon(board.icon(ICON_PIXELS, THEMES["dark"]))
        pygame.display.set_caption(_(TITLE))
        self.screen = pygame.display.set_mode(self._size(), pygame.RESIZABLE)
        pygame.key.set_repeat(350, 40)
        self._follow_screen()
        self.paint()
        self.engine_thread.start()

    def _size(self) -> tuple[int, int]:
        """The first size of the window: from the options, the settings, or the screen."""
        if self._launch.size is not None:
            return self._launch.size
        size = self.settings.width, self.settings.height
        if size == LANDSCAPE and (screens := pygame.display.get_desktop_sizes()):
            share = min(0.8 * screens[0][0] / size[0], 0.8 * screens[0][1] / size[1])
            size = round(size[0] * min(share, 2.5)), round(size[1] * min(share, 2.5))
        return max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])

    def frame(self, wait: bool = True) -> bool:
        """Handle events, update and draw; return False once the window is to close.

        With `wait` the frame lasts until the next one is due.
        """
        for event in self._events() if wait else pygame.event.get():
            if event.type in UNCOVERED:
                self._painted = None  # paint all of it again
            if event.type == pygame.QUIT and self.state is None:
                return False
            if self.state is not None or event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
                self._waiting.append(event)
        if self.state is None and self.engine_thread.has_rules:
            try:
                self.state = make_state(self._launch, self.settings, self.engine_thread)
            except ValueError as error:
                self.failure = str(error)
        if self.state is not None:
            from players.window import events

            for event in self._waiting:
                events.handle(self.state, self.scene(), event)
            self._waiting.clear()
            self.state.update()
        self.failure = self.failure or self.engine_thread.failure
        if self.failure or (self.state is not None and self.state.ui.quit):
            return False
        self._follow_state()
        self._follow_screen()
        if pygame.display.get_active():
            self.paint()
        return True

    def tick(self) -> None:
        """Wait until the next frame is due."""
        self._ticker.tick(FRAMES_PER_SECOND)

    def _events(self) -> list[pygame.event.Event]:
        """Return the events since the last frame; wait for one while nothing moves."""
        self.tick()
        visible = pygame.display.get_active()
        end = time.monotonic() + self._patience()
        while not (events := pygame.event.get()) and (left := end - time.monotonic()) > 0:
            time.sleep(min(left, LOOK_SECONDS) if visible else left)
        return events

    def _patience(self) -> float:
        """The seconds until a frame is due without an event."""
        state = self.state
        if not pygame.display.get_active():
            return HIDDEN_SECONDS
        if state is None:
            return 0.0
        works = state.engine.request is not None
        works = works or (state.files.library is not None and state.files.library.reading)
        works = works or (state.ui.playback is not None and not state.ui.playback.at_end)
        works = works or state.files.writer.working or state.files.autosave.record.reading
        if state.ui.animation or state.ui.explaining or works:
            return 0.0 if state.ui.animation else THINKING_SECONDS
        return CLOCK_SECONDS if state.live.clocks.on else IDLE_SECONDS

    def _follow_state(self) -> None:
        """Apply the state to the window: title, full screen."""
        state = self.state
        if state is None:
            return
        from players.window.coach_text import explain
        from players.window.player_names import player_name

        state.ui.explaining = not explain(state)
        names = (state.live.names[side] or player_name(state, side) for side in (0, 1))
        title = canvas.drawable(" \N{EN DASH} ".join(names) + f" \N{MIDDLE DOT} {_(TITLE)}")
        if pygame.display.get_caption()[0] != title and not state.settings.spoken:
            pygame.display.set_caption(title)
        self.settings = state.settings
        if state.ui.fullscreen != self._fullscreen:
            self._note_size()
            self._fullscreen = state.ui.fullscreen
            with suppress(pygame.error), warnings.catch_warnings():  # a hidden window has one size
                warnings.simplefilter("ignore", DeprecationWarning)
                window = pygame.Window.from_display_module()
                if state.ui.fullscreen:
                    window.set_fullscreen(desktop=True)
                else:
                    window.set_windowed()  # at the same place, even a maximised one

    def _note_size(self) -> None:
        """Remember the size of the window unless it fills the screen."""
        if not self._fullscreen:
            self._windowed = self.screen.get_size()

    def _follow_screen(self) -> None:
        """Arrange the layout for the present size of the screen."""
        self.screen = pygame.display.get_surface() or self.screen
        self._note_size()
        state, settings = self.state, self.settings
        calm = state is None or state.calm
        below = LESSON_BELOW if state and state.practice.teaches else LEAST_BELOW
        self.layout = arrange(*self.screen.get_size(), settings.zoom, calm, below)

    def scene(self) -> Scene:
        """The scene of the present state."""
        if self.state is None:
            seconds = time.monotonic() - self._began
            return starting_scene(self.layout, seconds, bool(self._waiting))
        return scene_of(self.state, self.layout)

    def paint(self, force: bool = False) -> None:
        """Paint the scene if it has changed, or with `force`."""
        scene = self.scene()
        painted = scene, self.layout, self.settings.theme, current_language()
        if painted == self._painted and not force:
            return
        paint(self.screen, self.layout, THEMES[self.settings.theme], scene)
        pygame.display.flip()
        self._painted = painted
        if self.state is not None and self.settings.spoken:
            from players.window import speech

            self._spoken = speech.say(self.state, scene, self._spoken)

    def close(self) -> None:
        """Save the window's size, end the threads, close the window."""
        if self.state is not None:
            width, height = self._windowed
            if self._launch.size is None:
                self.state.change(width=width, height=height)
            self.state.close()
        else:
            self.engine_thread.close(0.2)
        canvas.clear_caches()
        _still.cache_clear()
        pygame.quit()

    def run(self) -> int:
        """Show the window until it is closed; return an exit code."""
        try:
            self.open()
            while self.frame():
                pass
        except KeyboardInterrupt:
            pass
        except pygame.error as error:  # usually there is no screen
            self.failure = f"no window can be opened: {error}"
        finally:
            self.close()
        return exit_code(self.failure)


def exit_code(failure: str) -> int:
    """Print a failure, if there is one, and return the exit code."""
    return print_error("python -m othello", ValueError(failure)) if failure else 0
