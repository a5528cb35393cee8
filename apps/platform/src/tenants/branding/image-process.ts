import { ImageRefusal } from './image-refusal.ts';
import { type Treatment, treatments } from './images.ts';

/** The messages between a request process and an image process. */
export type ImageTask = { treatment: Treatment; content: Buffer };
export type ImageAnswer = { content: Buffer } | { refusal: string };

async function treat({ treatment, content }: ImageTask): Promise<ImageAnswer> {
  try {
    // Structured clone makes a Uint8Array of a Buffer.
    return { content: await treatments[treatment](Buffer.from(content)) };
  } catch (error) {
    if (error instanceof ImageRefusal) return { refusal: error.message };
    // A stack that overflowed, or a library that gave up: this input is at fault.
    return { refusal: 'The file cannot be read' };
  }
}

process.on('message', async (task: ImageTask) => process.send?.(await treat(task)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
