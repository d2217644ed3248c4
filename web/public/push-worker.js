/** Shows what the server pushes, and leads to its table: the server says `title`, `body`, `table` and `url`.
 * The icon of the installed app gets a dot; the page counts when it is opened. */
self.addEventListener("push", (event) => {
  const { title, body, table, url } = event.data.json();
  const shown = { body, tag: table || "cruachan", icon: "/icon-192.png", data: new URL(url).pathname };
  const dot = self.navigator.setAppBadge?.().catch(() => undefined);
  event.waitUntil(Promise.all([self.registration.showNotification(title, shown), dot]));
});

/** The window that shows the table already, or a new one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data, self.location.origin).href;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find((each) => each.url === address);
    return there ? there.focus() : self.clients.openWindow(address);
  };
  event.waitUntil(open());
});
