import { fetched } from "../api/ask";

/** A picture that the server draws, as an image that can be sent to anybody. */
const WIDE = 1200;

export async function asPng(drawing: string): Promise<Blob> {
  const response = await fetched(drawing);
  if (!response.ok) throw new Error(response.statusText);
  const drawn = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  const [, , width = 1, height = 1] = (drawn.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const tall = Math.round((WIDE * height) / width);
  // An image without a size of its own is empty in some browsers.
  drawn.setAttribute("width", String(WIDE));
  drawn.setAttribute("height", String(tall));
  const image = new Image(WIDE, tall);
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: tall });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, WIDE, tall);
  pen.drawImage(image, 0, 0, WIDE, tall);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}
