/** A notification of the system, while the page is hidden. */
import { BASE } from "../api/base";

/** Phones forbid the constructor, and let a service worker notify; without one nothing is shown. The site has
 * one of its own. */
export async function notify(title: string, body: string): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const shown = { body, icon: `${BASE}icon.svg`, tag: "cruachan" };
  try {
    new Notification(title, shown);
  } catch {
    const workers = navigator.serviceWorker;
    if (!SITE) await workers?.register(`${BASE}push-worker.js`).catch(() => undefined);
    const worker = (await workers?.getRegistration().catch(() => undefined)) ? await workers.ready : null;
    const data = location.pathname;
    await worker?.showNotification(title, { ...shown, data }).catch(() => undefined);
  }
}
