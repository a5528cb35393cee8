import { Problem } from '../../problems.ts';
import { readIco } from './favicon-ico.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

// An image of more pixels is refused before it is decoded, so that a small file cannot fill memory.
const maxPixels = 16_000_000;
// A drawing has no pixels of its own, and is drawn small whatever size it states.
const maxDrawingPixels = 400_000_000;
const maxSeconds = 10;
const faviconSize = 32;

/** The libvips binding, loaded when the first image comes. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Decodes an image to the end in bounded memory. Throws ASSET_REJECTED when that does not work. */
async function open(content: Buffer, limitInputPixels = maxPixels) {
  const sharp = await loadSharp();
  const image = sharp(content, { limitInputPixels, failOn: 'error' }).timeout({
    seconds: maxSeconds,
  });
  await image
    .clone()
    .resize(64, 64, { fit: 'inside' })
    .raw()
    .toBuffer()
    .catch((cause) => {
      throw new Problem('ASSET_REJECTED', 'The image cannot be read, or has too many pixels', {
        cause,
      });
    });
  return image;
}

/** The image as it is, once it has been decoded. */
export async function checkedImage(content: Buffer): Promise<Buffer> {
  await open(content);
  return content;
}

/** The drawing without whatever could run or reach out, once it has been drawn. */
export async function checkedSvg(content: Buffer): Promise<Buffer> {
  const clean = await sanitizeSvg(content);
  await open(clean, maxDrawingPixels);
  return clean;
}

/** The image as a png of 32×32 on a transparent ground. */
export async function faviconPng(content: Buffer): Promise<Buffer> {
  const image = await open(content);
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return image
    .resize(faviconSize, faviconSize, { fit: 'contain', background })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The ico as it is, once every image in it has been looked at. */
export async function checkedIco(content: Buffer): Promise<Buffer> {
  const images = readIco(content);
  if (!images) throw new Problem('ASSET_REJECTED', 'The ico does not hold together');
  for (const { png } of images) if (png) await open(png);
  return content;
}
