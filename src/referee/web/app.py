"""The application: pages, API and static files on one context, behind what no route can forget.

`create_app` is called by bootstrap, which alone knows what real things the context holds. The web does
not know the worker; what must run beside the application is handed in as ``beside``, a context
manager that is entered when serving starts and left when it ends.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount

from referee.services.context import Context
from referee.services.writer import Writer
from referee.web import api, errors, health, live, opening, pages
from referee.web.access_log import AccessLog
from referee.web.assets import PREFIX, Assets
from referee.web.error_page import error_page
from referee.web.rate_limits import LimitSettings, RateLimits
from referee.web.security import BodyLimit, Headers, OriginCheck


def create_app(
    ctx: Context,
    *,
    beside: AbstractContextManager[object] | None = None,
    limits: LimitSettings | None = None,
    live_poll_seconds: float = live.POLL_SECONDS,
) -> FastAPI:
    """The whole site on this context; ``beside`` runs as long as it serves (the worker, say).

    ``live_poll_seconds`` is how often a live stream looks whether something has changed.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.writer.start()
        try:
            with beside or nullcontext():
                yield
        finally:
            app.state.stopping = True
            app.state.writer.stop()

    app = FastAPI(
        title="Referee",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        # A slash too many is a wrong address. Redirecting would send a link's token to wherever the
        # Host header says, and in the clear behind a proxy that ends https.
        redirect_slashes=False,
    )
    app.state.ctx = ctx
    app.state.writer = Writer(ctx)
    app.state.assets = Assets()
    app.state.rate_limits = RateLimits(limits or LimitSettings(), ctx)
    app.state.error_page = error_page
    app.state.open_streams = live.OpenStreams()
    app.state.revisions = live.Revisions(keep_seconds=live_poll_seconds)
    app.state.stopping = False
    errors.install(app)
    # The last added is the outermost.
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=4)
    app.add_middleware(BodyLimit)
    app.add_middleware(OriginCheck, base_url=ctx.base_url)
    app.add_middleware(Headers, base_url=ctx.base_url)
    app.add_middleware(AccessLog)
    app.router.routes.append(Mount(PREFIX, app.state.assets, name="static"))
    app.include_router(health.router)
    app.include_router(live.router)
    app.include_router(opening.router)
    app.include_router(api.router)
    app.include_router(pages.router)
    return app
