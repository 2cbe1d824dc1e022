import { PraisonError } from '../../errors.ts';
import { SessionCatalog } from '../../sessions/catalog.ts';
import { openProjectStore } from '../../stores/json/open-store.ts';
import { listCheckpoints } from '../../stores/workflow-checkpoints.ts';
import { isoTime } from '../../text/time.ts';
import { deleteCheckpoint } from '../../workflow/checkpoint-file.ts';
import { findWorkflow, findWorkflowSession } from '../../workflow/find-workflow.ts';
import { beginWorkflow, runWorkflow, type WorkflowOptions } from '../../workflow/run-workflow.ts';
import { processEnvironment } from '../environment.ts';
import { type AgentCommandOptions, openAgent } from '../open-session.ts';
import { print, printJson, terminalWidth } from '../output.ts';
import { table } from '../table.ts';
import { withSession } from './run.ts';

interface WorkflowCommandOptions extends AgentCommandOptions {
  checkpoint?: string;
  resume?: boolean;
  rebaseCheckpoint?: boolean;
  restart?: boolean;
  var?: string[];
}

/** `workflow run <name>` */
export async function runCommand(name: string, options: WorkflowCommandOptions): Promise<void> {
  const environment = processEnvironment();
  const project = new SessionCatalog(environment).project();
  const found = findWorkflow(name, environment.directory, project.root);
  const workflow: WorkflowOptions = {
    ...(options.checkpoint === undefined ? {} : { checkpoint: options.checkpoint }),
    resume: options.resume ?? false,
    rebase: options.rebaseCheckpoint ?? false,
    restart: options.restart ?? false,
    variables: variablesOf(options.var ?? []),
  };
  // Before a model is looked for: that a checkpoint is missing or broken must not hide behind a missing key.
  const { checkpoint } = beginWorkflow(found, workflow);
  const store = openProjectStore(environment, project);
  const id = options.resume
    ? findWorkflowSession(store, checkpoint.name, checkpoint.workflowName)
    : undefined;
  const model = options.model ?? found.workflow.model;
  const session = await openAgent(
    model === undefined ? options : { ...options, model },
    id === undefined ? undefined : { store, id },
  );
  try {
    await withSession(session, options, async (run) => {
      const result = await runWorkflow(session, found, workflow, run);
      return { text: result.output };
    });
  } finally {
    await session.close();
  }
}

function variablesOf(pairs: readonly string[]): { [name: string]: string } {
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      if (equals > 0) return [pair.slice(0, equals).trim(), pair.slice(equals + 1)];
      throw new PraisonError('invalid-argument', `Not a variable: ${pair}`, {
        hints: ['It looks like --var name=value'],
      });
    }),
  );
}

interface CheckpointsOptions extends AgentCommandOptions {
  delete?: string;
}

/** `workflow checkpoints` */
export async function checkpoints(options: CheckpointsOptions): Promise<void> {
  const environment = processEnvironment();
  const directories = [environment.directory, new SessionCatalog(environment).project().root];
  if (options.delete !== undefined) {
    await remove(options.delete, directories, options.json ?? false);
    return;
  }
  const found = listCheckpoints(directories);
  if (options.json) {
    printJson(
      found.map((checkpoint) => ({
        name: checkpoint.name,
        workflow_name: checkpoint.workflowName,
        completed_steps: checkpoint.completedSteps,
        total_steps: checkpoint.totalSteps,
        last_step: checkpoint.lastStep,
        saved_at: checkpoint.savedAt === undefined ? undefined : isoTime(checkpoint.savedAt),
        path: checkpoint.path,
      })),
    );
    return;
  }
  if (found.length === 0) {
    print('No checkpoints.');
    return;
  }
  const rows = found.map((checkpoint) => [
    checkpoint.name ?? '',
    checkpoint.workflowName ?? '',
    `${checkpoint.completedSteps ?? '?'} of ${checkpoint.totalSteps ?? '?'}`,
    checkpoint.lastStep ?? '',
    checkpoint.savedAt === undefined ? '' : isoTime(checkpoint.savedAt),
  ]);
  const columns = [
    { title: 'NAME' },
    { title: 'WORKFLOW', flexible: true },
    { title: 'STEPS' },
    { title: 'LAST STEP', flexible: true },
    { title: 'SAVED' },
  ];
  print(await table(columns, rows, terminalWidth()));
}

async function remove(name: string, directories: readonly string[], json: boolean): Promise<void> {
  for (const directory of new Set(directories)) {
    if (!(await deleteCheckpoint(directory, name))) continue;
    if (json) printJson({ checkpoint: name, deleted: true });
    else print(`Deleted the checkpoint ${name}.`);
    return;
  }
  throw new PraisonError('checkpoint-not-found', `There is no checkpoint ${name}.`, {
    hints: ["See 'praisonai workflow checkpoints'."],
    facts: { checkpoint: name },
  });
}
