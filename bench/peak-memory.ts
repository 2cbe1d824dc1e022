/**
 * Preloaded into a measured process (`node --import`): writes its peak resident memory in bytes to the file named by
 * `BENCH_PEAK_FILE` when it ends. On Linux the kernel's `VmHWM`: `ru_maxrss` there starts with what the parent used
 * when it started the child (600 MB in the parent read as 576 MB in an empty child).
 */
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['BENCH_PEAK_FILE'];
  if (file !== undefined) writeFileSync(file, String(peakBytes()));
});

function peakBytes(): number {
  if (process.platform === 'linux') {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  }
  return process.resourceUsage().maxRSS * 1024;
}
