"""The Flask application: pages, API, access checks, languages, and the responses to refused requests."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

import msgspec
from flask import Blueprint, Flask, Request, Response, flash, g, render_template, request
from flask.json.provider import DefaultJSONProvider
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_babel import Babel, Domain
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule
from werkzeug.wrappers import Response as AnyResponse

from arbiter import __version__, words
from arbiter.broadcast.static_copy import STATIC, TEMPLATES
from arbiter.exchange.import_formats import ACCEPTED
from arbiter.federation.hub.feeding import relayed_from
from arbiter.federation.relay.status import shown_at
from arbiter.refused import Refused
from arbiter.shapes.agenda import spans
from arbiter.sides import SECOND
from arbiter.web import access, page
from arbiter.web.access import (
    ask_as_nobody,
    ask_no_more,
    check_csrf,
    check_shown,
    check_token,
    sessions,
    tablet_binding,
    tablet_here,
)
from arbiter.web.access.sessions import Access
from arbiter.web.api.appeals import appeals_api
from arbiter.web.api.arrangements import arrangements
from arbiter.web.api.board.boards import boards
from arbiter.web.api.board.clocks import clocks
from arbiter.web.api.board.endings import endings
from arbiter.web.api.board.evidence import evidence
from arbiter.web.api.board.places import places
from arbiter.web.api.board.tablets import tablets
from arbiter.web.api.computer import house
from arbiter.web.api.entries import entries
from arbiter.web.api.files import files
from arbiter.web.api.officials import officials_api
from arbiter.web.api.practice import practice
from arbiter.web.api.prizes.fees import fees_api
from arbiter.web.api.prizes.prizes import prizes_api
from arbiter.web.api.proposals import proposals_api
from arbiter.web.api.regulations import regulations
from arbiter.web.api.rounds import rounds
from arbiter.web.api.screens import screens
from arbiter.web.api.service.accounts import accounts
from arbiter.web.api.service.broadcast import broadcast
from arbiter.web.api.service.heads import heads
from arbiter.web.api.service.hub import hub
from arbiter.web.api.service.jobs import jobs_api
from arbiter.web.api.service.relay import relay
from arbiter.web.api.service.rulings import rulings_library
from arbiter.web.api.service.service import healthy, ready, service
from arbiter.web.api.standings import standings_api
from arbiter.web.api.tournaments import api
from arbiter.web.headers import FILE_TYPES, HEADERS, OF_FILES
from arbiter.web.http_statuses import status_of
from arbiter.web.metrics import Metrics
from arbiter.web.problems import fault, problem
from arbiter.web.public.manual import CHAPTERS, chapter_here
from arbiter.web.refused_form import WITNESSED, keep, kept_form
from arbiter.web.request_parsing import LARGEST_FILE_BYTES, UNPARSED, check_size
from arbiter.web.tablet.presence import hear
from arbiter.words import clock_text

log = logging.getLogger(__name__)

API = (
    api,
    accounts,
    boards,
    clocks,
    endings,
    rounds,
    arrangements,
    standings_api,
    prizes_api,
    fees_api,
    proposals_api,
    house,
    jobs_api,
    hub,
    relay,
    broadcast,
    heads,
    practice,
    places,
    regulations,
    entries,
    evidence,
    appeals_api,
    officials_api,
    files,
    tablets,
    screens,
    rulings_library,
    service,
)
"""The parts of the API. Each is a Flask blueprint with operations."""


class Catalogue(Domain):  # type: ignore[misc]  # flask-babel comes without types
    """Makes Flask-Babel use the message catalogue of the rest of the program, looked up once in each request."""

    def get_translations(self) -> Any:
        if "translations" not in g:
            g.translations = words.translations(access.language())
        return g.translations


class Json(DefaultJSONProvider):
    """The JSON provider of Flask: msgspec writes the responses, and Flask's own code writes all other JSON."""

    sort_keys = False

    def response(self, *told: Any, **named: Any) -> Any:
        """Return the response with these values as its JSON body."""
        try:
            body = msgspec.json.encode(self._prepare_response_obj(told, named), enc_hook=self.default)
        except UnicodeEncodeError:  # half of a surrogate pair, which only the standard library writes
            return super().response(*told, **named)
        return Response(body + b"\n", mimetype=self.mimetype)


class Sessions(SecureCookieSessionInterface):
    """Reads and writes the session's cookie. A cookie that was set over HTTPS is sent only over HTTPS."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session in the request's cookie, or a new one. A request without cookies needs no parsing."""
        return super().open_session(app, request) if "HTTP_COOKIE" in request.environ else self.session_class()

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002  # Flask calls it with the app
        return request.is_secure


class Address(Rule):
    """A routing rule that compiles the code which builds its URL only when such a URL is first needed.

    Compiling this code for all rules at once takes most of the processor time of a start.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))

        def built(rule: Rule, /, **values: Any) -> tuple[str, str]:
            return compiled()(rule, **values)

        return built


def create_app(known: Access, pages: tuple[Blueprint, ...], guide: object = None) -> Flask:
    """Return the Flask application of the service in *known*: the API and the blueprints in *pages*.

    *guide*: in a demonstration, the object that templates ask about the scenes shown; None in an ordinary service.
    """
    app = Flask("arbiter.web", template_folder=str(TEMPLATES), static_folder=str(STATIC))
    app.config.update(
        SECRET_KEY=known.service.keys.secret,
        SESSION_COOKIE_NAME="arbiter",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=14 * 24 * 3_600,
        MAX_CONTENT_LENGTH=LARGEST_FILE_BYTES,
        MAX_FORM_MEMORY_SIZE=2 * 1024 * 1024,
    )
    app.session_interface = Sessions()
    app.url_rule_class = Address
    app.json = Json(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions["arbiter"] = known
    babel = Babel(app, locale_selector=access.language)
    babel.domain_instance = Catalogue()
    for blueprint in (*API, *pages):
        app.register_blueprint(blueprint)
    metrics = app.extensions["metrics"] = Metrics()
    app.before_request(_checked)
    app.teardown_request(ask_no_more)
    app.teardown_request(lambda _: _free(request.routing_exception))
    app.after_request(_headers)
    for kind, answer in ((Refused, _refused), (HTTPException, _http), (Exception, _fault)):
        app.register_error_handler(kind, _letting_go(answer))
    app.context_processor(_at_hand)
    app.context_processor(lambda: {"guide": guide, "kept_form": kept_form})
    hall_zone = known.service.zone
    app.template_filter("clock")(clock_text)
    app.template_filter("exactly")(lambda span: f"{clock_text(span)}.{max(0, span) % SECOND:03d}")
    app.template_filter("spans")(spans)
    app.template_filter("when")(
        lambda instant: datetime.fromtimestamp(instant / 1_000, UTC).astimezone(hall_zone).strftime("%H:%M")
    )
    app.template_filter("instant")(
        lambda instant: (
            datetime.fromtimestamp(instant / 1_000, UTC).astimezone(hall_zone).isoformat(" ", "milliseconds")[11:23]
        )
    )
    app.template_filter("moment")(
        lambda instant: datetime.fromtimestamp(instant / 1_000, UTC).astimezone(hall_zone).strftime("%Y-%m-%d %H:%M")
    )
    app.template_filter("sections")(words.sections)
    app.template_filter("day")(
        lambda instant: datetime.fromtimestamp(instant / 1_000, UTC).astimezone(hall_zone).strftime("%Y-%m-%d")
    )
    app.add_url_rule("/healthz", "healthz", healthy)
    app.add_url_rule("/readyz", "readyz", ready)
    app.add_url_rule("/metrics", "metrics", metrics.show)
    return app


def _checked() -> None:
    """Run the checks of access and size that come before every request."""
    ask_as_nobody()
    check_size()
    check_shown()
    check_token()
    check_csrf()
    if (tablet := tablet_here()) is not None:
        hear(tablet)


def _at_hand() -> dict[str, Any]:
    language, called = access.language(), access.called()
    hall = access.desks().clock
    return {
        "csrf_token": sessions.csrf_token,
        "csrf_field": sessions.csrf_field,
        "reader": access.whoever(),
        "language": language,
        "languages": words.LANGUAGES,
        "reason_words": lambda given: words.reason(given, language),
        "term": lambda code: words.term(code, language, called),
        "piece": lambda side, rank: words.piece(side, rank, language, called),
        "colour": lambda side: called.get(side, side),
        "who": lambda by: words.who(by, language, called, access.desks().register.accounts.names()),
        "may": access.may,
        "opens": access.opens,
        "own_game": access.own_game,
        "cited": lambda article: words.cited(article, language),
        "step_words": lambda step: words.step(step, language),
        "own_ruling": lambda one: words.own_ruling(one["ground"], one["details"], language),
        "say": lambda code, facts, article=None: words.say(code, facts, language, article, called),
        "control_words": lambda control: words.control_words(control, language),
        "controls_words": lambda controls: words.controls_words(controls, language),
        "tablets": lambda t: {tablet["board"]: tablet for tablet in tablet_binding.tablets(t)["tablets"]},
        "ready": tablet_binding.ready,
        "only_shows": access.service.settings.only_shows,
        "shown_at": lambda t: shown_at(access.desks().instance, t),
        "relayed": lambda t: relayed_from(access.desks(), t, access.service.now()),
        "speed": hall.speed,
        "now": hall.now,
        "version": __version__,
        "chapter_here": chapter_here,
        "in_manual": CHAPTERS,
        "accepted": ACCEPTED,
    }


def _headers(response: Response) -> Response:
    path = request.path
    static = path.startswith("/static/")
    if path.endswith(".woff2"):
        response.mimetype = "font/woff2"
    given = {name.lower() for name in response.headers.keys()}  # noqa: SIM118  # Headers iterate over pairs
    for name, value in (OF_FILES if static and response.mimetype in FILE_TYPES else HEADERS).items():
        if name.lower() not in given:
            response.headers.add(name, value)
    if response.location is not None:
        response.location = page.local(response.location, "/")
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if path.endswith(".woff2"):  # a font's name contains a hash of its content
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    elif static:
        response.headers["Cache-Control"] = "no-cache"
    elif "cache-control" not in given:
        response.headers.add("Cache-Control", "no-store")
    return response


def _wants_json() -> bool:
    return request.path.startswith(("/api/", "/healthz", "/readyz", "/metrics"))


def _letting_go(answer: Callable[[Any], AnyResponse]) -> Callable[[Exception], AnyResponse]:
    """Wrap the error handler *answer* so that the error does not keep the request in memory after the answer.

    An error and its request often refer to each other, so that the request's body would stay in memory.
    """

    def answered(error: Exception) -> AnyResponse:
        try:
            return answer(error)
        finally:
            _free(error)

    return answered


def _free(error: BaseException | None) -> None:
    """Remove the traceback and the causes from *error*, so that the objects that they refer to can be freed."""
    if error is not None:
        error.__traceback__ = error.__context__ = error.__cause__ = None


def _refused(refused: Refused) -> AnyResponse:
    """Return the response to a refused request.

    The API gets a problem document (RFC 9457). A form is redirected to its page, which shows the sentence. Any other
    request gets an error page.
    """
    if _wants_json():
        return problem(refused, access.language())
    sentence = page.sentence(refused)
    if request.method == "POST" and refused.code not in UNPARSED and (back := _back()):
        flash(sentence, "refused")
        without = str(refused.facts["field"]) if refused.code == "unknown_field" else ""
        keep(without, asked="witness" if refused.code in WITNESSED else "")
        return page.see(back)
    return _page(status_of(refused.code), sentence, again=refused.code == "tournament_opening")


def _back() -> str:
    """Return the URL of the page from which a form was sent; empty if the page is unknown or not of this service."""
    try:
        named = request.form.get("back")
    except HTTPException:  # the body is not a form, or it is too large
        return ""
    return page.local(named or request.headers.get("Referer"))


def _http(error: HTTPException) -> AnyResponse:
    """Return the response to an HTTP error of werkzeug, such as an unknown page, in the same form as for a refusal."""
    code = {404: "no_page", 405: "wrong_method", 413: "too_large"}.get(error.code or 500)
    if code is None:
        code = "json_unreadable" if error.code == 400 else "fault"
    refused = Refused(code, most=LARGEST_FILE_BYTES) if code == "too_large" else Refused(code)
    if _wants_json():
        return problem(refused, access.language(), error.code)
    return _page(error.code or 500, words.refusal(refused, access.language()))


def _fault(error: Exception) -> AnyResponse:
    log.error("a request to %s found a fault", request.path, exc_info=error)
    return fault(access.language()) if _wants_json() else _page(500, words.say("fault", {}, access.language()))


def _page(status: int, sentence: str, *, again: bool = False) -> AnyResponse:
    return Response(render_template("refused.html", sentence=sentence, status=status, again=again), status=status)
