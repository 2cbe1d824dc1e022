import type { JsonObject } from '../model/session-record.ts';
import { finiteNumber, list, nonEmpty, record } from '../sources/fields.ts';
import { MIRRORED } from '../stores/json/edit-session.ts';
import type { SessionHead } from '../stores/session-store.ts';
import { canonicalJson, type Fingerprints } from './fingerprints.ts';

/** `metadata.origin` of a document that a transfer wrote: provenance, and what its messages are recognised by. */
export function originIn(document: JsonObject): { readonly [key: string]: unknown } {
  return record(record(document['metadata'])?.['origin']) ?? {};
}

export function hostIn({ document }: Pick<SessionHead, 'document'>): string | undefined {
  return nonEmpty(originIn(document)['host']);
}

export function fingerprintsIn({ document }: Pick<SessionHead, 'document'>): Fingerprints | undefined {
  const { count, blocks } = originIn(document);
  const texts = list(blocks).filter((block): block is string => typeof block === 'string');
  const known = finiteNumber(count);
  return known === undefined ? undefined : { count: known, blocks: texts };
}

export function withOrigin(document: JsonObject, fields: { readonly [key: string]: unknown }): JsonObject {
  const metadata = (record(document['metadata']) ?? {}) as JsonObject;
  const origin = { ...originIn(document), ...fields } as JsonObject;
  return { ...document, metadata: { ...metadata, origin } };
}

export function withFingerprints(head: SessionHead, { count, blocks }: Fingerprints): SessionHead {
  return { ...head, document: withOrigin(head.document, { count, blocks }) };
}

/** Whether two heads tell the same. Not their provenance: that is of the last transfer that changed something. */
export function sameFacts(one: SessionHead, other: SessionHead): boolean {
  return one.project === other.project && canonicalJson(factsOf(one)) === canonicalJson(factsOf(other));
}

function factsOf({ document }: SessionHead): unknown {
  const { metadata, updated_at: _, session_id: __, ...rest } = document;
  const { origin: ___, ...facts } = record(metadata) ?? {};
  // A session file repeats some of its metadata at the top level.
  const own = Object.entries(rest).filter(
    ([name]) => !(MIRRORED.includes(name) && Object.hasOwn(facts, name)),
  );
  return [Object.fromEntries(own), facts];
}
