"""Paper Skyscrapers: hidden hands, 80 different buildings with actions of their own, a city that grows up and sideways."""
