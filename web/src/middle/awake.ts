/** Keep the screen on while a page is shown, where the browser can. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  const ask = async () => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  };
  void ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
