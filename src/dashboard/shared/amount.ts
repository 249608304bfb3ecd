/** Amounts with the sign of their own currency, and its number of decimals: the yen has none. */

const locale = navigator.language;

/** Of whole amounts no decimals are shown, of others all that the currency has. */
const exact: Intl.NumberFormatOptions = { trailingZeroDisplay: 'stripIfInteger' };
const compact: Intl.NumberFormatOptions = { notation: 'compact', maximumSignificantDigits: 3 };

type Format = (value: number) => string;
const formats = new Map<string, Format>();

function formatOf(currency: string | null | undefined, isShort: boolean): Format {
  const key = `${currency} ${isShort}`;
  const format = formats.get(key) ?? makeFormat(currency ?? null, isShort ? compact : exact);
  formats.set(key, format);
  return format;
}

function makeFormat(currency: string | null, options: Intl.NumberFormatOptions): Format {
  const isCode = currency !== null && /^[A-Z]{3}$/.test(currency);
  const style = isCode ? ({ style: 'currency', currency } as const) : {};
  return new Intl.NumberFormat(locale, { ...options, ...style }).format;
}

/** `$120,000`, `€1,250.50`, `¥7,000`; a number alone where the CRM does not tell the currency. */
export const amountText = (value: number, currency: string | null | undefined): string =>
  formatOf(currency, false)(value);

/** `$120K`, `¥7.2M` */
export const shortAmountText = (value: number, currency: string | null | undefined): string =>
  formatOf(currency, true)(value);
