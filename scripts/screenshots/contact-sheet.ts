/** One screenshot, as the contact sheet shows it. */
export interface Shot {
  state: string;
  device: string;
  scheme: string;
  file: string;
}

/** A page with all screenshots side by side, one row per state, as HTML. */
export function contactSheet(shots: readonly Shot[]): string {
  const rows = Map.groupBy(shots, ({ state }) => state);
  const sections = [...rows].map(
    ([state, taken]) =>
      `<section><h2 id="${state}">${state}</h2><div>${taken.map(figure).join('')}</div></section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Screenshots</title>
<style>
body { margin: 2rem; font: 15px/1.5 system-ui, sans-serif; background: #6b6f6c; color: #fff }
div { display: flex; gap: 1rem; align-items: start; overflow-x: auto; padding-bottom: 1rem }
figure { margin: 0; flex: none }
img { display: block; border-radius: 8px; max-height: 34rem; width: auto }
figcaption { font-size: 13px; opacity: .85 }
</style>
<h1>Screenshots</h1>
${sections.join('\n')}
</html>
`;
}

function figure({ device, scheme, file }: Shot): string {
  return `<figure><a href="${file}"><img src="${file}" alt="${device}, ${scheme}" loading="lazy"></a><figcaption>${device}, ${scheme}</figcaption></figure>`;
}
