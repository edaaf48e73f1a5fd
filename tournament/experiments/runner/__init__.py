"""The runner of all experiments: trials from seeds, series of matches, tables and plots."""

from tournament.experiments.runner.experiment import Experiment as Experiment
from tournament.experiments.runner.experiment import Result as Result
from tournament.experiments.runner.experiment import Runner as Runner
from tournament.experiments.runner.output import Table as Table
