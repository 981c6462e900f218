"""The pages: one view model per module, and the routes that show them."""

from __future__ import annotations

from starlette.routing import BaseRoute

from asmeant.web.settings import Settings


def routes(settings: Settings) -> list[BaseRoute]:
    # Imported here, because rendering needs the words and links of this package.
    from asmeant.web.pages import acting, authoring, playing, viewing

    return [
        *viewing.routes(settings),
        *acting.routes(settings),
        *playing.routes(settings),
        *authoring.routes(settings),
    ]
