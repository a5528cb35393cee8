import sharp from 'sharp';
import { readIco } from './favicon-ico.ts';
import { ImageRefusal } from './image-refusal.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

// An image of more pixels is refused before it is decoded, so that a small file cannot fill memory.
const maxPixels = 16_000_000;
// A drawing has no pixels of its own, and is drawn small whatever size it states.
const maxDrawingPixels = 400_000_000;
const faviconSize = 32;
// Three times what mails show, for screens that have so many pixels.
const mailLogo = { height: 120, width: 720 };

sharp.cache(false);
sharp.concurrency(1);

/** Decodes an image to the end in bounded memory. Throws ImageRefusal when that does not work. */
async function open(content: Buffer, limitInputPixels = maxPixels) {
  const image = sharp(content, { limitInputPixels, failOn: 'error' });
  await image
    .clone()
    .resize(64, 64, { fit: 'inside' })
    .raw()
    .toBuffer()
    .catch((cause) => {
      throw new ImageRefusal('The image cannot be read, or has too many pixels', { cause });
    });
  return image;
}

/** The operations on an image: each takes the uploaded content and returns what is published. */
export const treatments = {
  /** Returns the image as it is, once it has been decoded. */
  async image(content: Buffer): Promise<Buffer> {
    await open(content);
    return content;
  },

  /** Returns the drawing without whatever could run or reach out, once it has been drawn. */
  async drawing(content: Buffer): Promise<Buffer> {
    const clean = Buffer.from(sanitizeSvg(content.toString('utf8')));
    await open(clean, maxDrawingPixels);
    return clean;
  },

  /** Returns a logo, drawn or not, as the png that mail programs show. */
  async mailLogo(content: Buffer): Promise<Buffer> {
    const limitInputPixels = maxDrawingPixels;
    const { height } = await sharp(content, { limitInputPixels }).metadata();
    // A drawing is drawn in the size that is wanted, and not made larger afterwards.
    const density = Math.min(2_400, Math.max(1, Math.round((72 * mailLogo.height) / height)));
    return sharp(content, { limitInputPixels, density })
      .resize({ ...mailLogo, fit: 'inside' })
      .png({ compressionLevel: 9 })
      .toBuffer();
  },

  /** Returns the image as a png of 32×32 on a transparent ground. */
  async favicon(content: Buffer): Promise<Buffer> {
    const image = await open(content);
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    return image
      .resize(faviconSize, faviconSize, { fit: 'contain', background })
      .png({ compressionLevel: 9 })
      .toBuffer();
  },

  /** Returns the ico as it is, once every image in it has been decoded. */
  async ico(content: Buffer): Promise<Buffer> {
    const images = readIco(content);
    if (!images) throw new ImageRefusal('The ico does not hold together');
    for (const { png } of images) if (png) await open(png);
    return content;
  },
};

export type Treatment = keyof typeof treatments;
