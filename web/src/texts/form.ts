/** A text with its places filled, in a language. */

const FIELD = /\{(\w+)(?:\|((?:[^{}]|\{\w+\})*))?\}/g;

/**
 * `{name}` is a value. `{n|one|many {n}}` takes its form by the number n: the forms are those of the language's plural
 * categories in the order of CLDR (zero, one, two, few, many, other); where fewer are given, the last one stands for the rest.
 */
export function filled(text: string, values: Record<string, string | number>, lang: string): string {
  return text.replace(FIELD, (whole, name: string, forms?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (forms === undefined) return String(value);
    return plural(forms.split("|"), Number(value), lang).replace(`{${name}}`, String(value));
  });
}

const ORDER = ["zero", "one", "two", "few", "many", "other"];

function plural(forms: string[], number: number, lang: string): string {
  const rules = new Intl.PluralRules(lang);
  const categories = ORDER.filter((each) =>
    rules.resolvedOptions().pluralCategories.some((known) => known === each),
  );
  const place = categories.indexOf(rules.select(number));
  return forms[Math.min(place, forms.length - 1)] ?? "";
}
