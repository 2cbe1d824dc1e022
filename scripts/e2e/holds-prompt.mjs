// holds-prompt.mjs PROMPT-FILE LOG-FOLDER: exit code 0 when a request in the folder holds the prompt whole, in one text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , promptFile, folder] = process.argv;
const prompt = readFileSync(promptFile, 'utf8').replace(/\n$/, '');

/** Every text of a JSON value. */
function* textsOf(value) {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* textsOf(each);
}

const requests = readdirSync(folder).filter((name) => name.endsWith('.json'));
for (const name of requests) {
  for (const text of textsOf(JSON.parse(readFileSync(join(folder, name), 'utf8')))) {
    if (!text.includes(prompt)) continue;
    console.log(
      `${prompt.length} characters whole${text.trim() === prompt ? '' : `, among ${text.length}`} in ${name}`,
    );
    process.exit(0);
  }
}
console.log(`the prompt is not whole in any of ${requests.length} requests`);
process.exit(1);
