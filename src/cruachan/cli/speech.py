"""How the command line speaks: help, complaints and numbers in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import click

from cruachan.engine.errors import CruachanError, reason
from cruachan.engine.texts import LANGS, Lang, Message, Texts, message, system_language
from cruachan.terminal.language import kept_language

HELP = ["-h", "--help"]
HEADINGS = {"Options": "heading.options", "Commands": "heading.commands"}


def asked_language(arguments: Sequence[str]) -> Lang:
    """The language that these arguments ask for, else that of whoever signed in here, else the
    system's."""
    for number, argument in enumerate(arguments, start=1):
        name, sign, value = argument.partition("=")
        chosen = value if sign else next(iter(arguments[number:]), "")
        if name == "--lang" and chosen in LANGS:
            return chosen
    return kept_language() or system_language()


def say(key: str, /, **values: Any) -> Message:
    """A message of the command line."""
    return message(__package__, key, **values)


# --- Help ---------------------------------------------------------------------------------


OLD_NAMES = {"learn-judgement": "train", "move-store": "migrate-store"}
"""Names that commands had before; they still work, and no help lists them."""


class Commands(click.Group):
    """A group of commands; an unknown one is refused with a list of those there are."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of a name, old names included."""
        return super().get_command(ctx, OLD_NAMES.get(name, name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is named first; a CruachanError if there is none."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise CruachanError(say("usage.no_command", name=args[0], known=sorted(self.commands)))
        return super().resolve_command(ctx, args)


def spoken(command: click.Command, lang: Lang) -> click.Command:
    """The command line in a language: texts where its declarations have keys of texts."""
    copy = deepcopy(command)
    _speak(copy, Texts(__package__, lang))
    return copy


def usual(option: click.Parameter) -> object:
    """What an option is when nobody says; some are known only when they are asked for."""
    return option.default() if callable(option.default) else option.default


def _speak(command: click.Command, texts: Texts) -> None:
    context = click.Context(command, help_option_names=HELP)
    helping = command.get_help_option(context)
    if helping:
        helping.help = "help"
    command.context_class = _contexts(texts)
    command.help = texts(f"help.{command.help}")
    command.options_metavar = texts("name.options")
    for each in command.get_params(context):
        if isinstance(each, click.Option) and not each.hidden:
            each.help = texts(f"option.{each.help}", default=usual(each))
        if each.metavar:
            each.metavar = texts(f"name.{each.metavar}")
    if isinstance(command, click.Group):
        command.subcommand_metavar = texts("name.command")
        for inner in command.commands.values():
            _speak(inner, texts)


def _contexts(texts: Texts) -> type[click.Context]:
    """Contexts in which help has headings in a language."""

    class Formatter(click.HelpFormatter):
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, texts("heading.usage") if prefix is None else prefix)

        def write_heading(self, heading: str) -> None:
            super().write_heading(texts(HEADINGS[heading]) if heading in HEADINGS else heading)

    class Context(click.Context):
        formatter_class = Formatter

    return Context


# --- Complaints ---------------------------------------------------------------------------


def complaint(error: click.ClickException) -> Message:
    """What is wrong with a command as typed, and where help is."""
    what = _wrong(error)
    if isinstance(error, click.UsageError) and error.ctx:
        return say("usage.hint", what=what, command=error.ctx.command_path)
    return what


def _wrong(error: click.ClickException) -> Message:
    extra = re.search(r"unexpected extra arguments? \((.*)\)", error.message)
    match error:
        case click.NoSuchOption():
            return say("usage.no_option", option=error.option_name)
        case click.MissingParameter(param=click.Parameter() as param):
            return say("usage.missing", what=_called(param))
        case click.BadParameter(param=click.Parameter() as param):
            return say("usage.bad", what=_called(param), expected=_expected(param.type))
        case click.BadOptionUsage():
            return say("usage.no_value", option=error.option_name)
        case click.UsageError() if extra:
            return say("usage.extra", text=extra[1])
    return say("usage.other", says=error.format_message())


def _called(param: click.Parameter) -> str:
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or "").strip("[].")


def _expected(kind: click.ParamType[Any]) -> Message:
    match kind:
        case click.Choice():
            return say("usage.choice", choices=list(kind.choices))
        case click.IntRange():
            return say("usage.whole_from", least=kind.min)
        case click.FloatRange():
            return say("usage.number_from", least=kind.min)
    return say("usage.whole")


def put(text: str | bytes, out: Path | None, lang: Lang) -> None:
    """Print a text, or put it into a file whole or not at all."""
    from cruachan.engine.files import safe_write

    if out is None:
        click.echo(text.removesuffix("\n") if isinstance(text, str) else text)
        return
    try:
        if out.exists() and not out.is_file() and not out.is_dir():
            raise CruachanError(say("error.no_file", out=out))
        safe_write(out, text)
    except OSError as error:
        raise CruachanError(say("error.unwritten", out=out, reason=reason(error))) from None
    click.echo(say("put.written", out=out).text(lang), err=True)


def introduce(bots: tuple[str, ...]) -> None:
    """Make bots of one's own known, as they are typed: name=what."""
    if bots:
        from cruachan.bots.own import introduce as make_known

        for bot in bots:
            make_known(bot)


def _introduce_weights(
    context: click.Context, parameter: click.Parameter, files: tuple[str, ...]
) -> None:
    """Make networks known as bots by the names of their files."""
    introduce(tuple(f"weights:{file}" for file in files))


def option_bot(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options by which a command takes bots of one's own: `--bot` and `--weights`."""
    weights = click.option(
        "--weights",
        multiple=True,
        metavar="file",
        help="weights",
        expose_value=False,
        callback=_introduce_weights,
    )
    bots = click.option("--bot", "own", multiple=True, metavar="own_bot", help="own_bot")
    return bots(weights(command))


def parse_options(pairs: tuple[str, ...]) -> dict[str, str]:
    """Options as typed: name=value."""
    options = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise CruachanError(say("error.option", pair=pair))
        options[name] = value
    return options
