/* Everything on this page that is cut off or too small, a sentence each. */
(() => {
  const found = [];
  const slack = 1;
  const clips = new Set(["hidden", "clip"]);
  const scrolls = new Set(["auto", "scroll"]);
  const named = (element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
    const name = [element.localName, ...element.classList].join(".");
    return `${name} "${words.replace(/\s+/g, " ").slice(0, 60)}"`;
  };
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // What is there for screen readers alone is one pixel large.
  const unseen = (box) => box.width <= 1 || box.height <= 1;

  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    found.push(`the page is ${root.scrollWidth} px wide on ${root.clientWidth} px`);

  function cutBy(box, element) {
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      if (unseen(edge)) return null;
      if (scrolls.has(style.overflowX) || scrolls.has(style.overflowY)) return null;
      const wide = box.right > edge.right + slack || box.left < edge.left - slack;
      const high = box.bottom > edge.bottom + slack || box.top < edge.top - slack;
      if (clips.has(style.overflowX) && wide) return up;
      if (clips.has(style.overflowY) && high) return up;
      if (style.position === "fixed") return null;
    }
    return null;
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || element.closest("svg, noscript, script, style") || !seen(element))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      const by = unseen(box) ? null : cutBy(box, element);
      if (by) {
        found.push(`${named(element)} is cut off by ${named(by).split(" ")[0]}`);
        break;
      }
    }
  }

  // A line does not begin with a comma or a full stop that belongs to the line before.
  for (const name of document.querySelectorAll(".named")) {
    const after = name.nextSibling;
    if (after?.nodeType !== Node.TEXT_NODE || !/^[.,;:!?)]/.test(after.data) || !seen(name)) continue;
    const range = document.createRange();
    range.setStart(after, 0);
    range.setEnd(after, 1);
    if (range.getBoundingClientRect().top > name.getBoundingClientRect().bottom - slack)
      found.push(`what follows ${named(name)} begins a line`);
  }

  const least = matchMedia("(pointer: coarse)").matches ? 44 : 24;
  const pressed =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option]";
  for (const element of document.querySelectorAll(pressed)) {
    if (element.closest("svg, [inert]") || !seen(element)) continue;
    // A link in a sentence, or a name in it that can be pressed, is as high as its line.
    if (element.matches(".named") || (element.localName === "a" && getComputedStyle(element).display === "inline"))
      continue;
    const ticked = ["checkbox", "radio"].includes(element.type);
    const box = ((ticked && element.closest("label")) || element).getBoundingClientRect();
    if (unseen(box)) continue;
    if (box.width < least - 0.5 || box.height < least - 0.5)
      found.push(
        `${named(element)} is ${Math.round(box.width)} x ${Math.round(box.height)} px, and ${least} are needed`,
      );
  }
  return found;
})();
