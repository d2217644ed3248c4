/** The tables that wait for me, as far as this window knows; titles of windows count them. */
export const waiting = $state({
  tables: [] as string[],
  /** The table that she looks at, which needs no sign that it waits. */
  sight: "",
});

/** A title with how many tables wait for me, but for one. */
export function counted(title: string, but = ""): string {
  const count = waiting.tables.filter((table) => table !== but).length;
  return count ? `(${count}) ${title}` : title;
}
