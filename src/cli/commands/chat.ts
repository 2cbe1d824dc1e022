export async function chat(_options: unknown): Promise<void> {
  throw new Error('not yet');
}
