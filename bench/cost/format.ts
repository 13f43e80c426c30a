const MILLION = 1_000_000;

/** An amount for people: cents where there are some, else two digits that say something. */
export function usd(amount: number): string {
  return amount >= 0.1 || amount === 0 ? `$${grouped(amount, 2)}` : `$${digits(amount)}`;
}

/** A quantity for people. */
export function quantity(number: number): string {
  if (number >= 100 || Number.isInteger(number)) return grouped(Math.round(number), 0);
  return number >= 1 ? grouped(number, 2) : digits(number);
}

/** `$0.625 a million`. */
export function priceText({ usd: amount, per }: { usd: number; per: number }): string {
  if (per === 1) return `$${amount}`;
  return `$${amount} ${per === MILLION ? 'a million' : `per ${grouped(per, 0)}`}`;
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

export function megabytes(bytes: number): string {
  return `${quantity(bytes / 2 ** 20)} MB`;
}

function grouped(number: number, fractionDigits: number): string {
  return number.toLocaleString('en-US', {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

function digits(number: number): string {
  return number.toLocaleString('en-US', { maximumSignificantDigits: 2 });
}
