import { SEARCHED_CHARS } from '../search-words.ts';

/** Everything of ours is in a PostgreSQL schema of this name: a team's database has tables called `sessions` already. */
export const SCHEMA = 'praisonai';

/** The description is part of indexes, whose entries PostgreSQL limits to 2,704 bytes; a longer one stands beside. */
export const MAX_LISTING_BYTES = 1_500;

/**
 * Steps from an empty database to the current schema; each runs once, in its own transaction. Never change one that was
 * released: add another.
 *
 * JSON is text, not jsonb: a message may hold NUL and lone surrogates, which jsonb refuses. Text is compared by its bytes
 * (collation "C"): the same order on every server, and prefixes can use the index.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE sessions (
  pk bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  is_root boolean NOT NULL,
  -- Epoch milliseconds. recorded_at is the description's updatedAt, where it has one.
  active_at bigint NOT NULL,
  recorded_at bigint,
  version uuid NOT NULL,
  message_count integer NOT NULL,
  -- The description as JSON: in listing when it fits into an index entry, else in long_description.
  listing text,
  long_description text
);
CREATE UNIQUE INDEX sessions_by_id ON sessions (id, source)
  INCLUDE (pk, project, active_at, version, message_count, listing);
CREATE INDEX sessions_by_project ON sessions (project, is_root, active_at DESC, source, id)
  INCLUDE (pk, version, message_count, listing);
CREATE INDEX sessions_by_activity ON sessions (is_root, active_at DESC, source, id)
  INCLUDE (pk, project, version, message_count, listing);
CREATE INDEX sessions_by_source ON sessions (source, is_root, active_at DESC, id);

-- Apart from sessions: what is added to a session rewrites its row, and listings do not need these.
CREATE TABLE session_documents (
  session_pk bigint PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  document text NOT NULL
);

CREATE TABLE session_words (
  session_pk bigint PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  -- Words of the title, and of the project and source with a leading colon, which no word has.
  facets text[] NOT NULL,
  -- Characters of the words of the messages.
  size integer NOT NULL,
  words tsvector NOT NULL
);
CREATE INDEX session_words_words ON session_words USING gin (words);

CREATE TABLE messages (
  session_pk bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
  position integer NOT NULL,
  body text NOT NULL,
  -- Distinct words of a request of the human.
  words text,
  PRIMARY KEY (session_pk, position)
);
`,
  writeFunction(),
];

/**
 * One write in one statement: no transaction is left open when a client dies, and a connection pooler between may give
 * each statement another connection. `p_expected` is `any`, `none`, or a version. A null `p_project` leaves the head.
 * Answers `written`, `exists`, `missing` or `changed`.
 */
function writeFunction(): string {
  return `
CREATE FUNCTION write_session(
  p_source text, p_id text, p_expected text,
  p_project text, p_is_root boolean, p_recorded_at bigint, p_listing text, p_long_description text, p_document text,
  p_facets text[], p_keep integer, p_bodies text[], p_words text[]
) RETURNS TABLE (outcome text, new_version uuid) LANGUAGE plpgsql AS $write$
DECLARE
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  found_pk bigint;
  found_version uuid;
  count integer := 0;
  added integer := coalesce(cardinality(p_bodies), 0);
  used integer;
  shortened boolean := false;
BEGIN
  new_version := gen_random_uuid();
  IF p_expected = 'none' THEN
    INSERT INTO ${SCHEMA}.sessions
      (source, id, project, is_root, active_at, recorded_at, version, message_count, listing, long_description)
    VALUES (p_source, p_id, p_project, p_is_root, coalesce(p_recorded_at, now_ms), p_recorded_at, new_version, added,
      p_listing, p_long_description)
    ON CONFLICT DO NOTHING RETURNING pk INTO found_pk;
    IF NOT FOUND THEN
      outcome := 'exists'; RETURN NEXT; RETURN;
    END IF;
    INSERT INTO ${SCHEMA}.session_documents VALUES (found_pk, p_document);
  ELSE
    SELECT s.pk, s.version, s.message_count INTO found_pk, found_version, count
      FROM ${SCHEMA}.sessions s WHERE s.id = p_id AND s.source = p_source FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      outcome := 'missing'; RETURN NEXT; RETURN;
    END IF;
    IF p_expected <> 'any' AND found_version::text <> p_expected THEN
      outcome := 'changed'; RETURN NEXT; RETURN;
    END IF;
    IF p_keep < count THEN
      DELETE FROM ${SCHEMA}.messages m WHERE m.session_pk = found_pk AND m.position >= p_keep;
      count := p_keep;
      shortened := true;
    END IF;
    UPDATE ${SCHEMA}.sessions s SET
      version = new_version,
      message_count = count + added,
      project = coalesce(p_project, s.project),
      is_root = coalesce(p_is_root, s.is_root),
      recorded_at = CASE WHEN p_project IS NULL THEN s.recorded_at ELSE p_recorded_at END,
      active_at = coalesce(CASE WHEN p_project IS NULL THEN s.recorded_at ELSE p_recorded_at END, now_ms),
      listing = CASE WHEN p_project IS NULL THEN s.listing ELSE p_listing END,
      long_description = CASE WHEN p_project IS NULL THEN s.long_description ELSE p_long_description END
    WHERE s.pk = found_pk;
    UPDATE ${SCHEMA}.session_documents d SET document = p_document
      WHERE d.session_pk = found_pk AND p_document IS NOT NULL AND d.document <> p_document;
  END IF;

  IF added > 0 THEN
    used := coalesce((SELECT i.size FROM ${SCHEMA}.session_words i WHERE i.session_pk = found_pk), 0);
    IF shortened THEN
      used := coalesce((SELECT sum(char_length(a.words)) FROM ${SCHEMA}.messages a WHERE a.session_pk = found_pk), 0);
    END IF;
    INSERT INTO ${SCHEMA}.messages (session_pk, position, body, words)
    SELECT found_pk, count + t.n - 1, t.body,
      nullif(rtrim(left(t.words, greatest(0, ${SEARCHED_CHARS} - used
        - coalesce(sum(char_length(t.words)) OVER (ORDER BY t.n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
      )::integer)), '')
    FROM unnest(p_bodies, p_words) WITH ORDINALITY AS t (body, words, n);
  END IF;

  IF p_expected = 'none' THEN
    INSERT INTO ${SCHEMA}.session_words
    SELECT found_pk, p_facets, m.size, array_to_tsvector(p_facets || string_to_array(m.words, ' '))
    FROM (SELECT coalesce(sum(char_length(a.words)), 0) AS size, coalesce(string_agg(a.words, ' '), '') AS words
      FROM ${SCHEMA}.messages a WHERE a.session_pk = found_pk AND a.words IS NOT NULL) m;
  ELSIF shortened OR EXISTS
    (SELECT 1 FROM ${SCHEMA}.session_words i WHERE i.session_pk = found_pk AND i.facets <> p_facets) THEN
    UPDATE ${SCHEMA}.session_words i SET
      facets = coalesce(p_facets, i.facets),
      size = m.size,
      words = array_to_tsvector(coalesce(p_facets, i.facets) || string_to_array(m.words, ' '))
    FROM (SELECT coalesce(sum(char_length(a.words)), 0) AS size, coalesce(string_agg(a.words, ' '), '') AS words
      FROM ${SCHEMA}.messages a WHERE a.session_pk = found_pk AND a.words IS NOT NULL) m
    WHERE i.session_pk = found_pk;
  ELSIF cardinality(array_remove(p_words, NULL)) > 0 THEN
    UPDATE ${SCHEMA}.session_words i SET
      size = i.size + m.size,
      words = i.words || array_to_tsvector(string_to_array(m.words, ' '))
    FROM (SELECT coalesce(sum(char_length(a.words)), 0) AS size, coalesce(string_agg(a.words, ' '), '') AS words
      FROM ${SCHEMA}.messages a WHERE a.session_pk = found_pk AND a.words IS NOT NULL AND a.position >= count) m
    WHERE i.session_pk = found_pk AND m.size > 0;
  END IF;
  outcome := 'written'; RETURN NEXT;
END $write$;
`;
}
