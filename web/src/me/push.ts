/** Web Push in this browser, where the page is secure. */
import { BASE } from "../api/base";
import type { PushWish } from "../api/server";
import { bytes, text } from "./passkey";

export const hasPush = (): boolean =>
  isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

/** Where the server reaches this browser; null if the browser or its person does not want that. */
export async function subscribed(key: string): Promise<PushWish | null> {
  try {
    if ((await Notification.requestPermission()) !== "granted") return null;
    await navigator.serviceWorker.register(`${BASE}push-worker.js`);
    const { pushManager } = await navigator.serviceWorker.ready;
    const known = await pushManager.getSubscription();
    if (known && text(known.options.applicationServerKey) !== key) await known.unsubscribe();
    const wish = { userVisibleOnly: true, applicationServerKey: bytes(key) };
    const { endpoint, keys } = (await pushManager.subscribe(wish)).toJSON();
    return { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
  } catch {
    return null;
  }
}
