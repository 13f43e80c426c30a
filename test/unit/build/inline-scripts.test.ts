import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { contentOf, inlineScripts } from '../../../scripts/build/inline-scripts.ts';
import { PROJECT } from '../../../scripts/build/paths.ts';
import { assetDigest } from '../../../shared/contract/asset-digest.ts';

const FILE = '@litertjs/core/package.json';

describe('the content of assets in a bundle', () => {
  test('embed.js has less than 3 KB after compression, and runs as a classic script', async () => {
    const script = String(await contentOf('script:embed'));
    expect(script).toContain('headshots-studio');
    expect(script).not.toMatch(/\b(import|export)\b/);
    expect(gzipSync(script).length).toBeLessThan(3000);
  });

  test('scripts are imported as text, files of packages as bytes, and digests of both', async () => {
    const contents = `
      import script from 'script:embed';
      import bytes from 'bytes:${FILE}';
      import scriptDigest from 'digest:script:embed';
      import bytesDigest from 'digest:bytes:${FILE}';
      export default { script, bytes, scriptDigest, bytesDigest };`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: PROJECT },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      plugins: [inlineScripts],
    });
    const source = Buffer.from(outputFiles[0]?.text ?? '').toString('base64');
    const { default: imported } = await import(`data:text/javascript;base64,${source}`);
    const [script, bytes] = [
      await contentOf('script:embed'),
      readFileSync(join(PROJECT, 'node_modules', FILE)),
    ];
    expect(imported.script).toBe(script);
    expect(Buffer.from(imported.bytes)).toEqual(bytes);
    expect(imported).toMatchObject({ scriptDigest: assetDigest(script), bytesDigest: assetDigest(bytes) });
  });

  test('a source of another kind is refused', async () => {
    await expect(contentOf('page:studio')).rejects.toThrow('page:studio is no asset');
  });
});
