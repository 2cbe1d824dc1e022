/** Variables that would lead a command to another store than the one in its home, or change how Node runs it. */
const STORE_VARIABLES =
  /^(?:CLAUDE_|CODEX_|GEMINI_|OPENCODE_|COPILOT_|QWEN_|PI_|KIMI_|CLINE_|CONTINUE_|FACTORY_|PRAISONAI_|XDG_|NODE_OPTIONS$|NODE_V8_COVERAGE$)/;

/** The environment of a measured command: this process's own, with another home. */
export function childEnvironment(home: string, timeZone: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !STORE_VARIABLES.test(name));
  return { ...Object.fromEntries(inherited), HOME: home, USERPROFILE: home, TZ: timeZone };
}
