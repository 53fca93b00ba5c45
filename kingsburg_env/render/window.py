"""The window of the mode "human"."""

import pygame

from kingsburg_env.render.layout import HEIGHT, WIDTH
from kingsburg_env.render.shapes import Canvas

TITLE = "Kingsburg"
_CLOCK = pygame.time.Clock()


def show(picture: Canvas, fps: float) -> None:
    """Show a picture, in a window opened at need, no longer than `fps` allows; 0 for at once."""
    pygame.display.init()
    screen = pygame.display.get_surface()
    if screen is None or screen.get_size() != (WIDTH, HEIGHT):
        screen = pygame.display.set_mode((WIDTH, HEIGHT))
        pygame.display.set_caption(TITLE)
    screen.blit(picture, (0, 0))
    # Without this the system takes the window for dead.
    pygame.event.pump()
    pygame.display.flip()
    _CLOCK.tick(fps)


def close() -> None:
    """Close the window, if there is one."""
    pygame.display.quit()
