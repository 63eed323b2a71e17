# Tool-info module for BenchExec: how caulk is called for a verification task, and what its answer means.
# Goes to benchexec/tools/ under this name.

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task


class Tool(benchexec.tools.template.BaseTool2):
    """caulk: finds, explains and proves the absence of heap errors in C."""

    REQUIRED_PATHS = ["caulk", "lib"]

    VERDICTS = {
        "true": result.RESULT_TRUE_PROP,
        "false(valid-deref)": result.RESULT_FALSE_DEREF,
        "false(valid-free)": result.RESULT_FALSE_FREE,
        "false(valid-memtrack)": result.RESULT_FALSE_MEMTRACK,
        "false(valid-memcleanup)": result.RESULT_FALSE_MEMCLEANUP,
        "unknown": result.RESULT_UNKNOWN,
    }

    def executable(self, tool_locator):
        return tool_locator.find_executable("caulk")

    def version(self, executable):
        return self._version_from_tool(executable)

    def name(self):
        return "caulk"

    def project_url(self):
        return "https://caulk.example/"

    def cmdline(self, executable, options, task, rlimits):
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        return [
            executable,
            "prove",
            *task.input_files,
            *options,
            *(["--data-model", model] if model else []),
            "--property",
            task.property_file,
        ]

    def determine_result(self, run):
        for line in run.output:
            said = re.match(r"verdict: (\S+)", line)
            if said:
                return self.VERDICTS.get(said.group(1), result.RESULT_UNKNOWN)
        return result.RESULT_ERROR
