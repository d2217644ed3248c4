/** Where other devices reach this page, which may be open as "localhost" on the server's own machine. */
import { get } from "../api/ask";
import type { ReachAnswer } from "../api/server";

export const outside = $state({
  origin: location.origin,
  /** Whether no other device reaches it. */
  alone: false,
});

if (!SITE && /^(localhost|127\.|\[::1\])/.test(location.hostname))
  get<ReachAnswer>("/reach").then(
    ({ address }) => {
      if (address) outside.origin = address;
      else outside.alone = true;
    },
    () => (outside.alone = true),
  );
