import { type Command, InvalidArgumentError, Option } from 'commander';

/** Options that mean the same everywhere; `--json` may stand before or after the command. */
export interface CommonOptions {
  json?: boolean;
  source?: string;
  quiet?: boolean;
  /** False with `--no-redact`. */
  redact?: boolean;
  redactLevel?: 'default' | 'strict';
}

/** A command: its first argument, and its options with `rest`, what follows the first argument. */
export type Handler = (argument: string | undefined, options: Record<string, unknown>) => Promise<void>;

/** A command with the options that all have. */
export function bare(parent: Command, signature: string, description: string): Command {
  return parent
    .command(signature)
    .description(description)
    .option('--json', 'structured output')
    .option('--quiet', 'no notes on standard error');
}

/** A command about sessions. */
export function leaf(parent: Command, signature: string, description: string): Command {
  return bare(parent, signature, description)
    .option('--source <name>', "only sessions of this agent (see 'session list')")
    .option('--no-redact', 'show secrets as they stand')
    .addOption(
      new Option(
        '--redact-level <level>',
        'strict also hides home paths, mail addresses and IP addresses',
      ).choices(['default', 'strict']),
    );
}

/** A command that also works on the sessions of a store. */
export function withStore(command: Command): Command {
  return command.option(
    '--store [address]',
    'in a store: file:DIR, sqlite:FILE, postgres://…; without an address the one of PRAISONAI_STORE or the configuration',
  );
}

/** The module of a command is loaded when the command runs. */
export function action(load: () => Promise<Handler>): (...values: unknown[]) => Promise<void> {
  return async (...values) => {
    const command = values.at(-1) as Command;
    const [first, ...more] = values.slice(0, -2);
    const handler = await load();
    await handler(first as string | undefined, { ...command.optsWithGlobals(), rest: more[0] });
  };
}

export function numberOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value) => {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number))
      throw new InvalidArgumentError('It must be a number.');
    return number;
  });
}
