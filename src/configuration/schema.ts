import { z } from 'zod';
import { PraisonError } from '../errors.ts';

const command = z.array(z.string().min(1)).min(1);

const agents = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i, 'a name is letters, digits, dots and dashes'),
  z.strictObject({ command, headless: command.optional(), label: z.string().optional() }),
);

/** Unknown keys are of other versions of this program. */
const configuration = z.looseObject({
  agents: agents.optional(),
  /** Where sessions are shared, see `parseStoreAddress`. */
  store: z.string().min(1).optional(),
});

export type Configuration = Pick<z.infer<typeof configuration>, 'agents' | 'store'>;

/** A configuration file. @throws PraisonError `invalid-file`, naming the place */
export function parseConfiguration(path: string, text: string): Configuration {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(path, [(cause as Error).message], cause);
  }
  const parsed = configuration.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(
    path,
    parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`),
    parsed.error,
  );
}

function invalid(path: string, problems: readonly string[], cause: unknown): PraisonError {
  return new PraisonError('invalid-file', `The configuration ${path} is not valid.`, {
    hints: [
      ...problems.slice(0, 5).map((problem) => `  ${problem}`),
      'An agent looks like {"agents": {"mine": {"command": ["mine", "--prompt", "{prompt}"]}}}.',
    ],
    facts: { path },
    cause,
  });
}
