/** A long list of tables, asked for page by page. */
import { get } from "../api/ask";
import type { TableListing } from "../api/server";

const PAGE = 200;

export interface Tables {
  tables: TableListing[];
  /** Whether there may be more of them. */
  more: boolean;
}

/** The first pages of a list; what moved from one page to another while they were asked for stands once. */
export async function firstPages(path: string, pages: number): Promise<Tables> {
  const found = new Map<string, TableListing>();
  let last: TableListing[] = [];
  for (let page = 0; page < pages; page++) {
    last = await get<TableListing[]>(path, { limit: PAGE, skip: page ? page * PAGE : null });
    for (const table of last) found.set(table.table, table);
    if (last.length < PAGE) break;
  }
  return { tables: [...found.values()], more: last.length >= PAGE };
}
