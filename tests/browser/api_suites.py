"""Which tests of the server's API a site without a server passes too: all that only ask a server.

A module of `tests/server` with such a test is in, unless it is listed here with the reason.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from _pytest.fixtures import FixtureFunctionDefinition

import tests.server

HERE = {"anna", "server", "own", "address", "gallia", "table"}
"""The fixtures by which a test asks some server."""
INSIDE = {"monkeypatch", "servers", "tmp_path"}
"""Those by which it starts a server of its own, or reaches into one."""

EXCLUDED = {
    "test_api_docs": "curl asks through a network, and a site has none",
    "test_compression": "nothing is sent, so nothing is compressed",
    "test_description": "compares answers with a description that a site does not serve",
    "test_guard": "limits of addresses, where there is one device",
    "test_leagues": "there are no leagues on a site",
    "test_leases": "asks databases; `address` is a case of its own there",
    "test_loop_time": "asks no server",
    "test_notice_faults": "notices need a server that sends them",
    "test_notice_ways": "notices need a server that sends them",
    "test_notices_served": "notices need a server that sends them",
    "test_page": "the files of the page are the host's",
    "test_persons": "there are no accounts on a site",
    "test_persons_leave": "there are no accounts on a site",
    "test_print": "games to print are files of the site",
    "test_profiles": "there are no accounts on a site",
    "test_ratings": "there are no accounts on a site",
    "test_share": "a host of files writes no tags",
    "test_sign_in": "there are no accounts on a site",
}
"""Modules that are not for a site, by the reason."""
LEFT_OUT = {
    "test_a_game_that_is_over_is_analysed_bit_by_bit": "exponentials of JavaScript differ",
    "test_a_file_that_is_not_right_is_refused_with_the_line": "looks at the log of a process",
    "test_a_story_is_read_while_it_goes_on_and_kept_when_it_is_over": "looks at the store",
    "test_a_body_that_makes_no_sense_has_an_answer": "the guard is not there",
    "test_a_body_without_a_length_is_counted": "the guard is not there",
    "test_a_name_bent_to_this_machine_finds_nothing": "the guard is not there",
    "test_requests_from_elsewhere_are_refused": "the guard is not there",
    "test_the_front_page_is_a_page_that_keeps_to_itself": "the files of the page are the host's",
}
"""Tests of other modules that are not for a site, by the reason."""


def server_modules() -> Iterator[ModuleType]:
    """All modules of tests of the server."""
    for each in pkgutil.iter_modules(tests.server.__path__):
        if each.name.startswith("test_"):
            yield import_module(f"{tests.server.__name__}.{each.name}")


def name_of(module: ModuleType) -> str:
    """The last part of a module's name."""
    return module.__name__.rpartition(".")[2]


def asking(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The tests of a module that only ask a server."""
    found: dict[str, Callable[..., Any]] = {}
    for name, each in vars(module).items():
        if name.startswith("test_") and inspect.isfunction(each):
            wanted = _wanted(module, set(inspect.signature(each).parameters))
            if wanted & HERE and not wanted & INSIDE:
                found[name] = each
    return found


def _wanted(module: ModuleType, names: set[str]) -> set[str]:
    """The fixtures of a test, and those that they want themselves, as far as they are not ours."""
    for name in names - HERE:
        fixture = vars(module).get(name)
        if isinstance(fixture, FixtureFunctionDefinition):
            more = set(inspect.signature(fixture._get_wrapped_function()).parameters)
            names = names | _wanted(module, more)
    return names


def api_tests() -> dict[str, Callable[..., Any]]:
    """The tests that are for a site, by name; a ValueError where two have the same."""
    found: dict[str, Callable[..., Any]] = {}
    for module in server_modules():
        if name_of(module) not in EXCLUDED:
            for name, each in asking(module).items():
                if name in found:
                    raise ValueError(f"two tests of the API are called {name}")
                if name not in LEFT_OUT:
                    found[name] = each
    return found
