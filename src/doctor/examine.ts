import { existsSync } from 'node:fs';
import { configurationPath } from '../configuration/read-configuration.ts';
import { PraisonError } from '../errors.ts';
import { launchAgents } from '../launch/agents.ts';
import { findExecutable } from '../launch/find-executable.ts';
import { userAgents } from '../launch/user-agents.ts';
import { identifyProject } from '../project/identity.ts';
import { sources } from '../sources/registry.ts';
import type { Environment } from '../sources/source.ts';
import { sqliteDriver } from '../sqlite/driver.ts';
import { lockingMode } from '../stores/locking/file-lock.ts';
import { examineSharedStore } from './examine-shared-store.ts';
import { examineStore } from './examine-store.ts';
import type { DoctorReport, Problem } from './report.ts';

export interface Examination {
  environment: Environment;
  version: string;
  /** Ways to the clipboard; empty when there is none. */
  clipboard: readonly string[];
  /** Called with the number of sessions looked at so far. */
  looked: (count: number) => void;
}

/** Looks at everything that a handoff depends on. Reads only. */
export async function examine({
  environment,
  version,
  clipboard,
  looked,
}: Examination): Promise<DoctorReport> {
  let count = 0;
  const examined: Awaited<ReturnType<typeof examineStore>>[] = [];
  for (const source of sources) examined.push(await examineStore(source, environment, () => looked(++count)));
  const stores = examined.map(({ store }) => store);
  const { id, kind, root } = identifyProject(environment.directory, environment);
  const agents = await agentsOf(environment);
  const sqlite = sqliteDriver();
  const locking = lockingMode();
  const problems: Problem[] = [
    ...examined.flatMap(({ problems: found }) => found),
    ...('problem' in sqlite
      ? [{ problem: 'SQLite databases (OpenCode, Kilo) cannot be read.', advice: sqlite.problem }]
      : []),
    ...(locking === 'flock' ? [] : [NO_FLOCK]),
    ...(clipboard.length === 0 ? [NO_CLIPBOARD] : []),
    ...agents.problems,
    ...(stores.every((store) => store.sessions === 0) ? [NO_SESSIONS] : []),
  ];
  const path = configurationPath(environment);
  const shared = await examineSharedStore(environment);
  problems.push(...shared.problems);
  return {
    version,
    node: process.versions.node,
    platform: `${environment.platform} ${process.arch}`,
    project: { id, kind, root },
    stores,
    clipboard: [...clipboard],
    agents: agents.found,
    sqlite: 'driver' in sqlite ? sqlite.driver.name : null,
    locking,
    configuration: { path, exists: existsSync(path) },
    shared_store: shared.report,
    problems,
  };
}

const NO_FLOCK: Problem = {
  problem:
    'The optional package fs-ext is missing: a Python praisonai that writes the same session is not held off.',
  advice: 'npm install fs-ext, if Python and this program write the same sessions.',
};

const NO_CLIPBOARD: Problem = {
  problem: 'No clipboard was found: --copy prints instead.',
  advice: 'Install wl-clipboard (Wayland), xclip or xsel (X11); over SSH, use a terminal that takes OSC 52.',
};

const NO_SESSIONS: Problem = {
  problem: 'No session was found in any store.',
  advice:
    'Run an agent once; where a store is elsewhere, set its variable (CLAUDE_CONFIG_DIR, CODEX_HOME, …).',
};

async function agentsOf(
  environment: Environment,
): Promise<{ found: DoctorReport['agents']; problems: Problem[] }> {
  const problems: Problem[] = [];
  const own = await userAgents(environment).catch((error: unknown) => {
    if (!(error instanceof PraisonError)) throw error;
    problems.push({ problem: error.message, advice: error.hints.join(' ').trim() });
    return [];
  });
  const found = [...own, ...launchAgents].flatMap(({ name, command }) => {
    const path = findExecutable(command, environment);
    return path === undefined ? [] : [{ name, path }];
  });
  return { found, problems };
}
