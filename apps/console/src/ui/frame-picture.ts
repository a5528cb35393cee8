import { type ComponentType, createContext, type PropsWithChildren } from 'react';

/** The console's frame as a picture around a sample of a page, handed down by the frame itself. */
export const FramePicture = createContext<ComponentType<PropsWithChildren> | undefined>(undefined);
