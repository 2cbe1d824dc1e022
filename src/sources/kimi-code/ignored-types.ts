/**
 * Operations of the wire file that tell nothing for a handoff, so that only a really new one counts as unknown: those of
 * Kimi Code 2.1.0. `turn.prompt` and `agent.message.appended` repeat what `context.append_message` has.
 */
export const IGNORED_TYPES: ReadonlySet<string> = new Set(
  `agent.message.appended agent.turn.ended agent.turn.started context.undone context.update_token_count cron.add
  cron.cursor cron.delete file_history.checkpoint file_history.tracked forked full_compaction.begin
  full_compaction.cancel full_compaction.complete interaction.request interaction.resolved
  interruptionReminder.recorded llm.tools_snapshot mcp.tools_discovered metadata micro_compaction.apply
  permission.set_mode plan.revision plan_mode.cancel plan_mode.enter plan_mode.exit plugin.session_start
  prompt.aborted prompt.accepted prompt.completed prompt.steered runtime.set_binding staleGuard.cleared
  staleGuard.recorded subagent.cancelled subagent.started subagent.suspended swarm_mode.enter swarm_mode.exit
  task.started task.terminated task.waitDelivered token_counting.measured token_counting.rebased
  token_counting.truncated token_counting.turn_recorded tools.register_user_tool tools.reset_active_tools
  tools.set_active_tools tools.unregister_user_tool tower_mode.enter tower_mode.exit turn.cancel turn.prompt
  turn.step.interrupted turn.step.retrying usage.record`.split(/\s+/),
);
