import { PRICES, type Price, type PriceName } from './prices.ts';

/** How much was used of what AWS bills, in the units of the price table. */
export type Quantities = Partial<Record<PriceName, number>>;

export interface Line extends Price {
  name: PriceName;
  quantity: number;
  /** Of the quantity, in USD; rounded nowhere but where it is shown. */
  total: number;
}

/** What quantities cost, in the order of the price table. */
export function bill(quantities: Quantities): Line[] {
  return priceNames().flatMap((name) => {
    const quantity = quantities[name] ?? 0;
    const price = PRICES[name];
    return quantity === 0 ? [] : [{ ...price, name, quantity, total: (quantity / price.per) * price.usd }];
  });
}

/** In USD. */
export function totalOf(quantities: Quantities): number {
  return bill(quantities).reduce((sum, { total }) => sum + total, 0);
}

/** What each service costs, in USD, the dearest first. */
export function totalsByService(quantities: Quantities): [service: string, total: number][] {
  const totals = new Map<string, number>();
  for (const { service, total } of bill(quantities)) totals.set(service, (totals.get(service) ?? 0) + total);
  return [...totals].sort(([, one], [, other]) => other - one);
}

export function scaled(quantities: Quantities, factor: number): Quantities {
  return mapped((name) => (quantities[name] ?? 0) * factor);
}

export function sum(...all: readonly Quantities[]): Quantities {
  return mapped((name) => all.reduce((total, quantities) => total + (quantities[name] ?? 0), 0));
}

function mapped(quantityOf: (name: PriceName) => number): Quantities {
  return Object.fromEntries(
    priceNames().flatMap((name) => (quantityOf(name) === 0 ? [] : [[name, quantityOf(name)]])),
  );
}

export function priceNames(): PriceName[] {
  return Object.keys(PRICES) as PriceName[];
}
