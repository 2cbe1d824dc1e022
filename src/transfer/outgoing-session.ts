import type { SessionHead, SessionKey } from '../stores/session-store.ts';
import type { FingerprintedMessages } from './fingerprints.ts';

/** A session on its way into a store, whatever it comes from. */
export interface OutgoingSession extends FingerprintedMessages {
  key: SessionKey;
  /** Its document's `metadata.origin` holds the provenance; the fingerprints are added on the way. */
  head: SessionHead;
}
