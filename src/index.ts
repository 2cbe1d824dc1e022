export { Agent, type RunOptions } from './agent/agent.ts';
export type { AgentOptions } from './agent/agent-options.ts';
export type { AgentStore } from './agent/agent-store.ts';
export type { AgentEvent, RunUsage } from './agent/events.ts';
export { createDigest, type Digest, type DigestFold } from './digest/digest.ts';
export { type ErrorCode, PraisonError } from './errors.ts';
export type { GoalCriteriaOptions } from './goal/goal-record.ts';
export type { GoalOptions, GoalResult } from './goal/run-goal.ts';
export {
  assembleHandoff,
  buildHandoffPrompt,
  HANDOFF_MAX_CHARS,
  type HandoffOptions,
  type HandoffResult,
} from './handoff/build-handoff-prompt.ts';
export type { FittedSection } from './handoff/fit.ts';
export { type HandoffOrigin, handoffFromDigest } from './handoff/from-digest.ts';
export type { WorkspaceChanges } from './handoff/workspace-line.ts';
export { type GoalCriteria, type GoalState, parseGoalState } from './model/goal-state.ts';
export type { ReadReport, SessionDescription, SessionEnding, SessionEntry } from './model/session.ts';
export type * from './model/session-event.ts';
export { parseWorkflowCheckpoint, type WorkflowCheckpoint } from './model/workflow-checkpoint.ts';
export { buildRecap, RECAP_MAX_CHARS, RECAP_TAIL, type RecapOptions } from './recap/build-recap.ts';
export { type CatalogFilter, SessionCatalog } from './sessions/catalog.ts';
export { type HandOffOptions, handOffSession, type SessionHandoff } from './sessions/hand-off.ts';
export type { SessionRow } from './sessions/newest-first.ts';
export { sources } from './sources/registry.ts';
export type { Environment, SessionSource } from './sources/source.ts';
export { AgentSessions, type AgentSessionsOptions } from './stores/agent-sessions.ts';
export { openSessionStore } from './stores/open-session-store.ts';
export type * from './stores/session-store.ts';
export { parseStoreAddress, type StoreAddress } from './stores/store-address.ts';
export { StoreError, type StoreFailure } from './stores/store-error.ts';
export { pullSession } from './transfer/pull.ts';
export { type Pushed, type PushOptions, pushSession } from './transfer/push.ts';
export type { SendOptions, SendOutcome } from './transfer/send-session.ts';
export { StoreCatalog } from './transfer/store-catalog.ts';
export type { WorkflowOptions, WorkflowResult } from './workflow/run-workflow.ts';
