"""Pages in HTML made by templates of Jinja, which escapes every value that is put in."""

from typing import Any

from othello.faults import printable


def render(package: str, template: str, **values: Any) -> str:
    """The page that a template in the folder of a package makes of values.

    Texts are escaped and made `printable`; JSON by the filter `tojson` holds nothing that a
    browser takes for markup.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "allow_nan": False}
    return printable(environment.get_template(template).render(values))
