/** Log lines go through the console, of which vitest shows what a failed test wrote. */
process.stdout.write = (line: string | Uint8Array) => {
  console.log(String(line).trimEnd());
  return true;
};
