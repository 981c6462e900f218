"""A plan -> what a run begins with: where programs run, the tasks, the model, the sandbox."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from asmeant.datasets import load_tasks, select_tasks
from asmeant.errors import UsageError
from asmeant.execution import SMALL_PROGRAM, Place, default_sandbox, load_sandbox
from asmeant.execution.worlds import built, worlds
from asmeant.execution.worlds.build import state
from asmeant.execution.worlds.commands import built_commands, usual_commands
from asmeant.execution.worlds.world import COMMANDS
from asmeant.models import FunctionModel, Prompted, load_model, split_spec
from asmeant.models.clients.reply_cache import ReplyCache
from asmeant.models.clients.spending import Spends
from asmeant.models.clients.weights import embedded_weights
from asmeant.pipeline.missing import missing_notice
from asmeant.pipeline.plan import THIS_PYTHON, Plan
from asmeant.prompts import name_function
from asmeant.records import Limits, Prompting, Run, Task, Usage
from asmeant.seams import HasComponents, Model, Sandbox, Workers
from asmeant.store_runs import run_folder
from asmeant.stores import is_url
from asmeant.workers import Threads, cores, local_workers, probed_count

if TYPE_CHECKING:
    from asmeant.pipeline.cluster.programs import ProgramCluster
    from asmeant.pipeline.where import Work

Notify = Callable[[str], None]

NO_WALLS = "the subprocess sandbox has no walls: what is run can reach your files and the network."
# A probe of the best number of workers takes about a second: with fewer programs it could not win that back.
WORTH_A_PROBE = 500


def find_place(world: str = "", dataset: str = "", answers: Path | None = None) -> Place:
    """Where programs run: in the named world, in that of the dataset where it is built, or in this Python.

    Commands run in the world for commands where it is built, unless this machine is named.
    """
    commands = built_commands() if world == COMMANDS else None if world == THIS_PYTHON else usual_commands()
    if world == COMMANDS:
        world = ""
    home = worlds().get(dataset.partition(":")[0])
    if not world and home is not None and state(home, home.pythons[0]) == "built":
        world = home.name
    if world in ("", THIS_PYTHON) and answers is not None:
        raise UsageError(
            "Canned answers (--answers) need a world, and programs would run in this Python. "
            "Name a world: --world NAME. See: asmeant world list"
        )
    return Place(None if world in ("", THIS_PYTHON) else built(world), answers, commands=commands)


def selected_tasks(plan: Plan, place: Place) -> list[Task]:
    """The selected tasks, with their functions named as the plan says."""
    if plan.tasks is None:
        tasks = load_tasks(plan.dataset, plan.selection, plan.data)
    else:
        tasks = select_tasks(plan.tasks, plan.selection)
    return [name_function(place.known(task), plan.prompting.naming) for task in tasks]


def dataset_tasks(plan: Plan) -> Iterable[Task]:
    """All tasks of the dataset: examples come from there, and some replies are known by their place in it."""
    return load_tasks(plan.dataset, data=plan.data) if plan.tasks is None else plan.tasks


def with_own_prompting(plan: Plan) -> Plan:
    """A prompted model that was made elsewhere brings its own prompting, which is then the plan's."""
    if not isinstance(plan.model, Prompted) or plan.prompting == plan.model.prompting:
        return plan
    if plan.prompting != Prompting():
        raise UsageError(
            "The model was made with one prompting, and another was given beside it. "
            "Give the prompting to load_model, or name the model instead."
        )
    return replace(plan, prompting=plan.model.prompting)


def make_model(plan: Plan) -> Model:
    """The model that the plan names or holds."""
    if isinstance(plan.model, str):
        examples = list(dataset_tasks(plan)) if plan.prompting.shots else []
        return load_model(with_local_run(plan.model), plan.prompting, examples)
    if hasattr(plan.model, "generate"):
        return cast("Model", plan.model)
    if callable(plan.model):
        return FunctionModel(plan.model, plan.prompting.extraction)
    raise UsageError(
        f"A model is a name, an object with a method generate, or a function of a task; "
        f"found {type(plan.model).__name__}."
    )


def with_local_run(model: str) -> str:
    """A model that replays a run on a store, as one that replays its mirror on this machine."""
    name, words = split_spec(model)
    location, mark, query = words.partition("?")
    if name != "recorded" or not is_url(location):
        return model
    return f"{name}:{run_folder(location).path}{mark}{query}"


def limit_spending(plan: Plan, model: Model, earlier: Iterable[Usage]) -> None:
    """Gives the model the plan's budget, less what was used `earlier`, and its reply cache."""
    if not plan.budget.is_limited and plan.reply_cache is None:
        return
    client = model.client if isinstance(model, Prompted) else None
    if not isinstance(client, Spends):
        raise UsageError(
            f"The model '{plan.model_name}' is no model server: it has no use for a budget or a reply cache. "
            "Leave out --budget-tokens, --budget-money and --reply-cache."
        )
    client.set_budget(plan.budget, earlier)
    if plan.reply_cache is not None:
        client.set_cache(ReplyCache(plan.reply_cache, plan.reply_cache_mb))


def with_components(settings: Run, model: Model, tasks: Sequence[Task], notify: Notify) -> Run:
    """The settings with the components of the model that its name does not say. They are also shown."""
    components = model.components(tasks) if isinstance(model, HasComponents) else {}
    for name, text in components.items():
        notify(f"{name}: {text}")
    return replace(settings, versions={**settings.versions, **components})


def fetch_weights(plan: Plan, notify: Notify) -> None:
    """Download the weights of the embedded model if they are missing, with a notice."""
    if split_spec(plan.model_name)[0] == "embedded":
        embedded_weights(notify)


def make_sandbox(sandbox: str | Sandbox, place: Place, notify: Notify) -> Sandbox:
    """The sandbox of that name, or the default. A warning is given if it does not isolate."""
    if not isinstance(sandbox, str):
        return sandbox
    name = sandbox or default_sandbox()
    if name == "subprocess" and place.seed == 0:
        notify(NO_WALLS)
    return load_sandbox(name, place)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A plan with its place and its tasks, for callers that run programs without a run folder."""

    plan: Plan
    place: Place
    tasks: list[Task]
    notify: Notify
    cluster: ProgramCluster | None = None

    def sandbox(self, seed: int = 0) -> Sandbox:
        if self.cluster is not None:
            return self.cluster.sandbox(seed)
        return make_sandbox(self.plan.sandbox, replace(self.place, seed=seed), self.notify)

    def workers(self, programs: int, sandbox: Sandbox) -> Workers:
        from asmeant.pipeline.where import workers_here

        if self.cluster is not None:
            return self.cluster.workers()
        return workers_here(_work(self.plan, self.place, self.notify, programs), sandbox)

    def close(self) -> None:
        """Leaves the cluster, where there is one."""
        if self.cluster is not None:
            self.cluster.close()


def prepare(plan: Plan, notify: Notify) -> Prepared:
    """Finds the place and the tasks of a plan, and says what is missing there."""
    place = find_place(plan.world, plan.dataset, plan.answers)
    tasks = selected_tasks(plan, place)
    if notice := missing_notice(place, tasks, plan.dataset, plan.world):
        notify(notice)
    return Prepared(plan, place, tasks, notify, _cluster(plan, place, notify))


def _cluster(plan: Plan, place: Place, notify: Notify) -> ProgramCluster | None:
    """The cluster that the plan names; None where the work is done on this machine."""
    from asmeant.pipeline.where import is_cluster

    if not is_cluster(plan.on):
        return None
    from asmeant.pipeline.cluster.programs import start_programs

    return start_programs(_work(plan, place, notify))


def _work(plan: Plan, place: Place, notify: Notify, programs: int = 0) -> Work:
    from asmeant.pipeline.where import Work

    return Work(place, notify, plan.limits, plan.on, plan.sandbox, plan.workers, programs)


def make_workers(wanted: int | Workers | None, programs: int, sandbox: Sandbox, limits: Limits) -> Workers:
    """As many as were asked for; where there is much to run, as many as a short probe finds best."""
    if wanted is not None and not isinstance(wanted, int):
        return wanted
    if programs:
        list(sandbox.run([SMALL_PROGRAM], limits))  # one that cannot start says so before a model is asked
    if wanted is None and programs >= WORTH_A_PROBE:
        return Threads(probed_count(lambda: list(sandbox.run([SMALL_PROGRAM], limits)), 2 * cores()))
    return local_workers(wanted)
