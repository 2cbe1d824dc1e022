/**
 * Event types that tell nothing for a handoff, so that only a really new one counts as unknown.
 *
 * From the event list of the public SDK (@github/copilot-sdk 1.0.14) and from files of 1.0.18 and 1.0.102; `hook.*`
 * repeats tool input and output, `model.*` the whole conversation.
 */
export const IGNORED_TYPES: ReadonlySet<string> = new Set(
  `assistant.idle assistant.intent assistant.message_delta assistant.message_start assistant.reasoning
  assistant.reasoning_delta assistant.server_tool_progress assistant.streaming_delta assistant.tool_call_delta
  assistant.turn_start assistant.usage auto_mode_switch.completed auto_mode_switch.requested capabilities.changed
  command.completed command.execute command.queued commands.changed elicitation.completed elicitation.requested
  exit_plan_mode.requested external_tool.completed external_tool.requested factory.run_settled factory.run_started
  factory.run_updated hook.end hook.progress hook.start mcp.headers_refresh_completed mcp.headers_refresh_required
  mcp.oauth_completed mcp.oauth_required mcp.prompts.list_changed mcp.resources.list_changed mcp.tools.list_changed
  mcp_app.tool_call_complete model.call_failure model.call_finished model.message model.messages_snapshot
  model.model_call_failure model.model_call_started model.model_call_success model.response model.turn_ended
  model.turn_started pending_messages.modified permission.requested sampling.completed sampling.requested
  session.auto_mode_resolved session.auto_tier_recommendation session.auto_tier_switch_failed
  session.autopilot_objective_changed session.background_tasks_changed session.binary_asset session.canvas.closed
  session.canvas.opened session.canvas.recorded session.canvas.registry_changed session.canvas.removed
  session.canvas.unavailable session.compaction_start session.completion_receipt session.custom_agents_updated
  session.custom_notification session.extensions.attachments_pushed session.extensions_loaded
  session.fusion_completed session.fusion_resolved session.fusion_route_failed session.fusion_route_started
  session.handoff session.idle session.info session.managed_settings_enforced session.managed_settings_resolved
  session.mcp_server_needs_reconnect session.mcp_server_removed session.mcp_server_status_changed
  session.mcp_servers_loaded session.mode_changed session.mode_notice_delivered session.permissions_changed
  session.plan_changed session.remote_steerable_changed session.schedule_cancelled session.schedule_created
  session.schedule_rearmed session.session_limits_changed session.skills_loaded session.todos_changed
  session.tools_updated session.truncation session.usage_checkpoint session.usage_info session.usage_record
  session.warning session.workspace_file_changed session_limits_exhausted.completed skill.invoked
  subagent.configured subagent.deselected subagent.selected system.message tool.execution_partial_result
  tool.execution_progress tool_search.activated ui.ephemeral_query user_input.completed user_input.requested`.split(
    /\s+/,
  ),
);
