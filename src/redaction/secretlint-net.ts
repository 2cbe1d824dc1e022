import type { Detection } from './detection.ts';
import { isReference, isStandIn } from './secret-values.ts';

/**
 * What must stand in a text for a rule of secretlint's recommended preset to report anything. Loading the library costs 35 ms, so
 * it is asked only when our own rules left one of these.
 */
const TRIGGER =
  /secret_?access_?key|gh[pousr]_[A-Za-z0-9]|github_pat_|npm_[A-Za-z0-9]{8}|_authToken=[^$]|x-oauth-basic|xox[bpaor]-|xapp-|hooks\.slack\.com|SG\.\w|shp(?:pa|ca|at|ss)_|T3BlbkFJ|sk-ant-api0|lin_api_|ops_ey|PRIVATE KEY-----/i;

/**
 * Not asked: the rule that lets a comment in the text switch others off (the text is foreign), the one that reads files, and
 * the two for credentials in URLs, which report the whole address, of documentation too.
 */
const UNUSED_RULE = /filter-comments|rule-gcp|database-connection-string|basicauth/;

/** Whether secretlint could find something in the text. */
export function concernsSecretlint(text: string): boolean {
  return TRIGGER.test(text);
}

type Lint = (content: string) => Promise<Detection[]>;

let lint: Promise<Lint> | undefined;

/** Empty lines: no rule reaches across them, so that a find belongs to one text. */
const BETWEEN_TEXTS = '\n\n\n';

/**
 * Secrets that secretlint reports and that are neither placeholders nor stand-ins, text by text.
 *
 * All texts go through one run: with every run its profiler keeps some seventy marks, and searches all earlier ones for each.
 */
export async function findWithSecretlint(texts: readonly string[]): Promise<Detection[][]> {
  lint ??= loadSecretlint();
  const detections = await (await lint)(texts.join(BETWEEN_TEXTS));
  let from = 0;
  return texts.map((text) => {
    const start = from;
    from += text.length + BETWEEN_TEXTS.length;
    return detections
      .filter((detection) => detection.start >= start && detection.end <= start + text.length)
      .map((detection) => ({ ...detection, start: detection.start - start, end: detection.end - start }));
  });
}

async function loadSecretlint(): Promise<Lint> {
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const config: Parameters<typeof lintSource>[0]['options']['config'] = {
    rules: rules
      .filter((rule) => !UNUSED_RULE.test(rule.meta.id))
      .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
  };
  return async (content) => {
    const result = await lintSource({
      source: { filePath: 'session.txt', content, ext: '.txt', contentType: 'text' },
      options: { config, noPhysicFilePath: true },
    });
    return result.messages.flatMap((message) =>
      detectionsOf(content, message.ruleId, message.range, message.data),
    );
  };
}

/** The message names its secret; the range of some rules begins before it. */
function detectionsOf(
  content: string,
  ruleId: string,
  range: readonly [number, number],
  data: unknown,
): Detection[] {
  const named = Object.values((data ?? {}) as Record<string, unknown>).find(
    (value): value is string => typeof value === 'string' && value.length >= 8 && content.includes(value),
  );
  const secret = (named ?? content.slice(range[0], range[1])).split(/[\s"'`]/)[0] ?? '';
  if (secret.length < 8 || isStandIn(secret) || isReference(secret)) return [];
  if (secret.includes('****')) return [];
  const start = content.indexOf(secret, range[0]);
  return start === -1 ? [] : [{ start, end: start + secret.length, kind: kindOf(ruleId) }];
}

function kindOf(ruleId: string): string {
  const name = ruleId.replace(/^.*secretlint-rule-/, '').replace(/[^a-z0-9-]/g, '');
  return name === 'privatekey' ? 'private-key' : `${name}-key`;
}
