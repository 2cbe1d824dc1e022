import { SCHEMA } from '../postgres/schema.ts';

/**
 * SQL that fills an empty store on the server's side; one statement per text. Shapes as the store itself writes them:
 * a tenth of the sessions are children, projects are uneven, titles and requests have rare and common words.
 */
export function fillStatements(counts: {
  sessions: number;
  messagesEach: number;
  projects: number;
}): string[] {
  const { sessions, messagesEach, projects } = counts;
  const word = (seed: string) =>
    `(ARRAY['parser','timeout','index','cache','login','docs','build','socket','queue','token'])[1 + (${seed}) % 10]`;
  const project = (n: string) =>
    `'p' || lpad((power(${n} * 7919 % 9973 / 9973.0, 2) * ${projects})::int::text, 7, '0')`;
  const source = (n: string) =>
    `CASE WHEN ${n} % 2500 = 1 THEN 'pi' ELSE (ARRAY['claude-code','codex','praisonai','gemini-cli'])[1 + ${n} % 4] END`;
  const title = (n: string) => `'Fix the ' || ${word(n)} || ' of ' || ${word(`${n} / 7`)} || ' ' || ${n}`;
  const request = (n: string, k: string) =>
    `'please make the ' || ${word(`${n} + ${k}`)} || ' work with w' || (${n} * 31 + ${k}) % 50021`;
  return [
    `INSERT INTO ${SCHEMA}.sessions (source, id, project, is_root, active_at, recorded_at, version, message_count, listing)
SELECT ${source('n')}, md5(n::text) || '-' || n, ${project('n')}, n % 10 <> 3, at, at, gen_random_uuid(), ${messagesEach},
  json_build_object('title', ${title('n')}, 'directory', '/home/someone/work/' || (n % 100), 'branch', 'main',
    'createdAt', at - 3600000, 'updatedAt', at, 'ending', 'finished', 'model', 'some-model', 'messageCount', ${messagesEach})::text
FROM (SELECT n::bigint, 1700000000000 + (n::bigint * 7919 % ${sessions}) * 60000 AS at FROM generate_series(1, ${sessions}) n) made`,
    `INSERT INTO ${SCHEMA}.session_documents SELECT pk, json_build_object('session_id', id, 'created_at', '2026-11-30T07:00:00.000000+00:00',
  'metadata', json_build_object('goal_state', json_build_object('goal', repeat('Ship it. ', 40))))::text FROM ${SCHEMA}.sessions`,
    `INSERT INTO ${SCHEMA}.messages
SELECT pk, k, json_build_object('role', CASE WHEN k % 10 = 0 THEN 'user' ELSE 'assistant' END,
    'content', CASE WHEN k % 10 = 0 THEN ${request('pk', 'k')} ELSE repeat(md5((pk + k)::text) || ' ', 20) END,
    'timestamp', 1700000000 + pk + k, 'metadata', json_build_object())::text,
  CASE WHEN k % 10 = 0 THEN ${request('pk', 'k')} END
FROM ${SCHEMA}.sessions, generate_series(0, ${messagesEach - 1}) k`,
    `INSERT INTO ${SCHEMA}.session_words
SELECT pk, facets, 60, array_to_tsvector(facets || string_to_array(${request('pk', '0')} || ' ' || ${request('pk', '10')}, ' '))
FROM (SELECT pk, ARRAY[':p:' || project, ':s:' || source, CASE WHEN is_root THEN ':root' ELSE ':child' END]
  || string_to_array(lower(listing::json ->> 'title'), ' ') AS facets FROM ${SCHEMA}.sessions) s`,
    `VACUUM (ANALYZE) ${SCHEMA}.sessions`,
    `VACUUM (ANALYZE) ${SCHEMA}.session_documents`,
    `VACUUM (ANALYZE) ${SCHEMA}.session_words`,
    `VACUUM (ANALYZE) ${SCHEMA}.messages`,
  ];
}
