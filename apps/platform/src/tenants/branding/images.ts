import sharp from 'sharp';
import { decodeDrawing } from './decode-drawing.ts';
import { type IcoImage, readIco, writeIco } from './favicon-ico.ts';
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

/**
 * Returns an image of the same format that holds its pixels, turned as it said, its colour profile, and
 * nothing else of what a camera or an editor wrote.
 */
async function clean(content: Buffer): Promise<Buffer> {
  const image = await open(content);
  const { format, pages = 1 } = await image.metadata();
  const options = { limitInputPixels: maxPixels, failOn: 'error', animated: true } as const;
  const pixels = (pages > 1 ? sharp(content, options) : image.autoOrient()).keepIccProfile();
  if (format === 'jpeg') return pixels.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  if (format === 'gif') return pixels.gif().toBuffer();
  if (format !== 'webp') return pixels.png({ compressionLevel: 9 }).toBuffer();
  return pixels.webp({ lossless: content.includes('VP8L'), quality: 95 }).toBuffer();
}

const mostPictures = 50;
const picture = /data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)/gi;

/** Returns a drawing whose pictures are clean too. */
async function withCleanPictures(drawing: string): Promise<string> {
  const found = [...drawing.matchAll(picture)];
  if (found.length > mostPictures)
    throw new ImageRefusal(`The drawing has more than ${mostPictures} pictures`);
  const cleaned: string[] = [];
  for (const [whole, data = ''] of found) {
    const type = whole.slice(0, whole.indexOf(','));
    cleaned.push(`${type},${(await clean(Buffer.from(data, 'base64'))).toString('base64')}`);
  }
  return drawing.replace(picture, () => cleaned.shift() ?? '');
}

/** The operations on an image: each takes the uploaded content and returns what is published. */
export const treatments = {
  /** Returns the image without what it tells besides its pixels. */
  image: clean,

  /** Returns the drawing without whatever could run or reach out, once it has been drawn. */
  async drawing(content: Buffer): Promise<Buffer> {
    const drawing = Buffer.from(await withCleanPictures(sanitizeSvg(decodeDrawing(content))));
    await open(drawing, maxDrawingPixels);
    return drawing;
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
      .autoOrient()
      .resize(faviconSize, faviconSize, { fit: 'contain', background })
      .png({ compressionLevel: 9 })
      .toBuffer();
  },

  /** Returns the ico with its images alone, each of them clean, once it has been decoded. */
  async ico(content: Buffer): Promise<Buffer> {
    const images = readIco(content);
    if (!images) throw new ImageRefusal('The ico does not hold together');
    const cleaned: IcoImage[] = [];
    for (const image of images)
      cleaned.push(image.isPng ? { ...image, content: await clean(image.content) } : image);
    return writeIco(cleaned);
  },
};

export type Treatment = keyof typeof treatments;
